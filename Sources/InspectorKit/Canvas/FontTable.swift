/// Figures of DejaVu Sans, written by `Tests/Tools/font_metrics.py`; that says what the numbers mean, which are of base 36.
enum FontTable {
  /// Into how many units the size of a letter is divided.
  static let unitsPerEm = 2048

  /// How far a line reaches above its baseline.
  static let ascent = 1901

  /// How far it reaches below.
  static let descent = 483

  /// What is left free between lines.
  static let lineGap = 0

  static let regularWidths = """
    w 1 i3 0 1 mt 0 1 q6 0 1 1bo 0 1 107 0 1 1i2 0 1 18d 0 1 fn 0 2 m7 0 1 sg 0 1 1bo 0 1 i3 0 1 kj 0 1 i3 0 1 j6 0 \
    a 107 0 2 j6 0 3 1bo 0 1 u7 0 1 1kw 0 1 12x 0 1 131 0 1 13q 0 1 17t 0 1 zy 0 1 wq 0 1 183 0 1 16s 0 2 gs 0 1 \
    11b 0 1 vp 0 1 1d3 0 1 16k 0 1 18s 0 1 yb 0 1 18s 0 1 13j 0 1 104 0 1 yr 0 1 15n 0 1 12x 0 1 1k9 0 1 12z 0 1 yr \
    0 1 12z 0 1 m7 0 1 j6 0 1 m7 0 1 1bo 0 2 sg 0 1 yv 0 1 104 0 1 va 0 1 104 0 1 z0 0 1 k1 0 1 104 0 1 102 0 2 ft \
    0 1 wy 0 1 ft 0 1 1jf 0 1 102 0 1 yt 0 2 104 0 1 ne 0 1 tn 0 1 mb 0 1 102 0 1 xo 0 1 1aj 0 2 xo 0 1 tv 0 1 107 \
    0 1 j6 0 1 107 0 1 1bo x 1 i3 0 1 mt 0 4 107 0 1 j6 0 2 sg 0 1 1kw 0 1 qt 0 1 yt 0 1 1bo 0 1 kj 0 1 1kw 0 2 sg \
    0 1 1bo 0 2 mt 0 1 sg 0 2 107 0 1 i3 0 1 sg 0 1 mt 0 1 qt 0 1 yt 0 3 1j5 0 1 u7 0 6 12x 0 1 1jf 0 1 13q 0 4 zy \
    0 4 gs 0 1 183 0 1 16k 0 5 18s 0 1 1bo 0 1 18s 0 4 15n 0 1 yr 0 1 yf 0 1 zu 0 6 yv 0 1 1jv 0 1 va 0 4 z0 0 4 ft \
    0 1 yt 0 1 102 0 5 yt 0 1 1bo 0 1 yt 0 4 102 0 1 xo 0 1 104 0 1 xo 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 12x 0 1 yv \
    0 1 13q 0 1 va 0 1 13q 0 1 va 0 1 13q 0 1 va 0 1 13q 0 1 va 0 1 17t 0 1 104 0 1 183 0 1 104 0 1 zy 0 1 z0 0 1 \
    zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 183 0 1 104 0 1 183 0 1 104 0 1 183 0 1 104 0 1 183 0 1 \
    104 0 1 16s 0 1 102 0 1 1g4 0 1 13j 0 1 gs 0 1 ft 0 1 gs 0 1 ft 0 1 gs 0 1 ft 0 1 gs 0 1 ft 0 1 gs 0 1 ft 0 1 \
    xk 0 1 vm 0 1 gs 0 1 ft 0 1 11b 0 2 wy 0 1 vp 0 1 ft 0 1 vp 0 1 ft 0 1 vp 0 1 lc 0 1 vp 0 1 jg 0 1 vz 0 1 g6 0 \
    1 16k 0 1 102 0 1 16k 0 1 102 0 1 16k 0 1 102 0 1 1aa 0 1 16k 0 1 102 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 18s 0 1 \
    yt 0 1 1ov 0 1 1m7 0 1 13j 0 1 ne 0 1 13j 0 1 ne 0 1 13j 0 1 ne 0 1 104 0 1 tn 0 1 104 0 1 tn 0 1 104 0 1 tn 0 \
    1 104 0 1 tn 0 1 yr 0 1 mb 0 1 yr 0 1 mb 0 1 yr 0 1 mb 0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 15n \
    0 1 102 0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 1k9 0 1 1aj 0 1 yr 0 1 xo 0 1 yr 0 1 12z 0 1 tv 0 1 12z 0 1 tv 0 1 \
    12z 0 1 tv 0 1 k1 0 1 104 0 1 15t 0 1 131 0 1 104 0 1 131 0 1 104 0 1 140 0 1 13q 0 1 va 0 1 183 0 1 1al 0 1 \
    131 0 1 104 0 1 yt 0 1 zy 0 1 18s 0 1 yy 0 1 wq 0 1 k1 0 1 183 0 1 132 0 1 1jz 0 1 k4 0 1 gs 0 1 16f 0 1 wy 0 1 \
    ft 0 1 xo 0 1 1jf 0 1 16k 0 1 102 0 1 18s 0 1 1fy 0 1 yt 0 1 1hz 0 1 177 0 1 113 0 1 104 0 1 13j 0 1 104 0 1 tn \
    0 1 zy 0 1 j4 0 1 mb 0 1 yr 0 1 mb 0 1 yr 0 1 1ct 0 1 102 0 1 17h 0 1 150 0 1 16b 0 1 15k 0 1 12z 0 1 tv 0 2 \
    11w 0 1 wv 0 1 tv 0 1 107 0 1 11w 0 1 wv 0 1 t1 0 1 104 0 1 gs 0 1 s0 0 1 q4 0 1 gt 0 1 28w 0 1 21w 0 1 1to 0 1 \
    1bj 0 1 18r 0 1 pz 0 1 1gz 0 1 1gk 0 1 19d 0 1 12x 0 1 yv 0 1 gs 0 1 ft 0 1 18s 0 1 yt 0 1 15n 0 1 102 0 1 15n \
    0 1 102 0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 z0 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 1jf 0 1 1jv 0 \
    1 183 0 1 104 0 1 183 0 1 104 0 1 11b 0 1 wy 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 11w 0 1 wv 0 1 ft 0 1 28w 0 1 \
    21w 0 1 1to 0 1 183 0 1 104 0 1 1rb 0 1 12t 0 1 16k 0 1 102 0 1 12x 0 1 yv 0 1 1jf 0 1 1jv 0 1 18s 0 1 yt 0 1 \
    12x 0 1 yv 0 1 12x 0 1 yv 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 gs 0 1 ft 0 1 gs 0 1 ft 0 1 18s 0 1 yt 0 1 18s 0 1 yt \
    0 1 13j 0 1 ne 0 1 13j 0 1 ne 0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 104 0 1 tn 0 1 yr 0 1 mb 0 1 zo 0 1 to 0 1 \
    16s 0 1 102 0 1 15u 0 1 1bo 0 1 13q 0 1 yq 0 1 12z 0 1 tv 0 1 12x 0 1 yv 0 1 zy 0 1 z0 0 1 18s 0 1 yt 0 1 18s 0 \
    1 yt 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 yr 0 1 xo 0 1 r0 0 1 1by 0 1 r5 0 1 ft 0 2 1ks 0 1 12x 0 1 13q 0 1 va 0 \
    1 vp 0 1 yr 0 1 tn 0 1 tv 0 1 yb 0 1 r9 0 1 131 0 1 15n 0 1 12x 0 1 zy 0 1 z0 0 1 gs 0 1 ft 0 1 18g 0 1 104 0 1 \
    13j 0 1 ne 0 1 yr 0 1 xo 0 1 y5 0 3 104 0 1 v9 0 1 va 0 1 104 0 1 13m 0 2 z0 0 1 1am 0 1 ur 0 1 u9 0 1 184 0 1 \
    11s 0 1 ft 0 1 13l 0 1 104 0 1 zt 0 2 xw 0 3 102 0 1 ft 0 1 j9 0 1 l5 0 1 mi 0 1 rq 0 1 fu 0 1 146 0 3 1jf 0 1 \
    10r 0 1 10j 0 1 102 0 1 yt 0 1 1ct 0 1 15f 0 1 11j 0 2 nk 0 1 nj 0 1 ne 0 1 nd 0 2 u6 0 2 yc 0 1 tn 0 2 j4 0 1 \
    q9 0 1 j4 0 2 mb 0 1 102 0 1 z5 0 1 y1 0 1 xo 0 1 1aj 0 1 xo 0 1 yr 0 2 tv 0 2 wv 0 4 t1 0 1 18s 0 1 wz 0 1 11s \
    0 1 14a 0 1 117 0 1 gm 0 1 11y 0 1 su 0 1 15d 0 2 t1 0 1 1lp 0 1 1o6 0 1 1lm 0 1 1b8 0 1 yp 0 1 18a 0 1 1c9 0 1 \
    145 0 1 118 0 2 tb 0 1 11m 0 1 11r 0 1 n0 0 1 mp 0 1 9y 0 1 eq 0 1 gt 0 1 gu 0 1 lk 0 1 tb 0 1 l7 0 1 fu 0 1 q6 \
    0 3 i3 0 2 hh 0 2 l1 0 6 sg 0 1 fn 0 3 sg 0 1 fn 0 3 sg 0 2 j6 0 2 hh 0 2 sg 0 1 m6 0 1 i2 0 6 sg 0 1 hy 0 1 sg \
    0 1 o8 0 1 9g 0 1 l8 0 1 p9 0 1 l1 0 5 s2 2 2 sg 0 1 th 4 1 sg 3 1 sg 8 28 0 1 3 0 3 2 0 1 1 0 1 7 0 d 1 118 0 \
    1 wb 0 1 1d1 0 1 10u 0 2 fu 0 1 16k 0 1 10z 2 1 sg 0 1 v9 0 1 va 0 1 v9 0 1 j6 0 1 gs 4 2 sg 0 1 13e 0 1 i3 0 1 \
    16g 0 1 1dk 0 1 n8 1 1 1a8 1 1 1ax 0 1 1az 0 1 j9 0 1 12x 0 1 131 0 1 vp 0 1 12x 0 1 zy 0 1 12z 0 1 16s 0 1 18s \
    0 1 gs 0 1 11b 0 1 12x 0 1 1d3 0 1 16k 0 1 zy 0 1 18s 0 1 16s 0 1 yb 1 1 zy 0 2 yr 0 1 18s 0 1 12z 0 1 18s 0 1 \
    17h 0 1 gs 0 1 yr 0 1 11i 0 1 ur 0 1 102 0 1 j9 0 1 wx 0 1 11i 0 1 10b 0 1 xo 0 1 yt 0 1 ur 0 1 uy 0 1 102 0 1 \
    yt 0 1 j9 0 1 xj 0 1 xo 0 1 107 0 1 vs 0 1 vq 0 1 yt 0 1 y9 0 1 104 0 1 xe 0 1 102 0 1 y9 0 1 wx 0 1 11j 0 1 wv \
    0 1 11j 0 1 1bn 0 1 j9 0 1 wx 0 1 yt 0 1 wx 0 1 1bn 0 1 11b 0 1 yy 0 1 z8 0 1 13r 0 1 1bx 0 1 13r 0 1 11j 0 1 \
    1bn 0 1 11r 0 1 18s 0 1 yt 0 1 10w 0 1 xe 0 1 wq 0 1 q3 0 2 11j 0 1 1d8 0 1 zp 0 1 1h4 0 1 1bn 0 1 175 0 1 11i \
    0 1 191 0 1 yz 0 1 132 0 1 yj 0 1 17o 0 1 zk 0 1 13s 0 1 yt 0 1 yr 0 1 ui 0 1 11r 0 1 104 0 1 va 0 1 ft 0 1 18s \
    0 2 z0 0 1 yf 0 1 104 0 1 13q 0 1 1d3 0 1 111 0 1 104 0 1 140 0 1 13q 0 1 140 0 2 zy 0 1 18q 0 1 yp 0 1 13q 0 1 \
    104 0 3 gs 0 1 1q8 0 1 1ng 0 1 18q 0 1 14e 0 1 16k 0 1 yo 0 1 16s 0 1 12x 0 2 131 0 1 yp 0 1 18g 0 1 zy 0 1 1pa \
    0 1 10h 0 2 16k 0 1 14e 0 1 16s 0 1 1d3 0 1 16s 0 1 18s 0 1 16s 0 1 yb 0 1 13q 0 1 yr 0 1 yo 0 1 1cz 0 1 12z 0 \
    1 186 0 1 130 0 1 1ou 0 1 1q8 0 1 1bd 0 1 1e7 0 1 131 0 1 13q 0 1 1pf 0 1 13j 0 1 yv 0 1 z3 0 1 xj 0 1 tw 0 1 \
    13c 0 1 z0 0 1 1f9 0 1 u9 0 2 10z 0 1 yd 0 1 10d 0 1 16x 0 1 117 0 1 yt 0 1 117 0 1 104 0 1 va 0 1 x5 0 1 xo 0 \
    1 1cn 0 1 xo 0 1 12q 0 1 xm 0 1 1g2 0 1 1hl 0 1 147 0 1 18x 0 1 xj 0 1 v8 0 1 1bw 0 1 y8 0 2 z0 0 1 zk 0 1 tw 0 \
    1 v8 0 1 tn 0 3 ft 0 1 1fc 0 1 1f4 0 1 113 0 1 yd 0 1 10z 0 1 xo 0 1 117 0 1 1h4 0 1 1bn 0 1 17u 0 1 128 0 1 \
    1hm 0 1 16m 0 1 1e1 0 1 18k 0 1 1tz 0 1 1kz 0 1 18s 0 1 yt 0 1 1mf 0 1 1aw 0 1 107 0 1 ur 0 1 1cq 0 1 1dv 0 1 \
    18s 0 1 yt 0 1 18g 0 1 11u 0 1 18g 0 1 11u 0 1 1kg 0 1 1fg 0 1 1i8 0 1 175 0 1 1v4 0 1 1mh 0 1 1h4 0 1 1bn 0 1 \
    13q 0 1 va 0 1 sl 0 5 0 0 2 ns 0 1 17y 0 1 12i 0 1 131 0 1 xj 0 1 yb 0 1 104 0 1 yp 0 1 tw 0 1 12e 0 1 xl 0 1 \
    zi 0 1 u5 0 1 1pa 0 1 1f9 0 1 10h 0 1 u9 0 1 14e 0 1 yd 0 1 14e 0 1 yd 0 1 14e 0 1 yd 0 1 1cq 0 1 1bb 0 1 16s 0 \
    1 11l 0 1 1lp 0 1 1dw 0 1 1pi 0 1 1g3 0 1 1dy 0 1 13f 0 1 13q 0 1 va 0 1 yr 0 1 x5 0 1 yr 0 1 xo 0 1 yr 0 1 xo \
    0 1 12z 0 1 xo 0 1 1h5 0 1 19w 0 1 130 0 1 xm 0 1 130 0 1 xm 0 1 130 0 1 102 0 1 1hj 0 1 15f 0 1 1hj 0 1 15f 0 \
    1 gs 0 1 1pa 0 1 1f9 0 1 11b 0 1 yd 0 1 185 0 1 125 0 1 16s 0 1 11l 0 1 186 0 1 12q 0 1 130 0 1 xm 0 1 1ei 0 1 \
    182 0 1 ft 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 1jf 0 1 1jv 0 1 zy 0 1 z0 0 1 18s 0 1 z0 0 1 18s 0 1 z0 0 1 1pa 0 \
    1 1f9 0 1 10h 0 1 u9 0 1 11w 0 1 wv 0 1 16k 0 1 10z 0 1 16k 0 1 10z 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 18s 0 1 \
    yt 0 1 13q 0 1 v8 0 1 yo 0 1 xo 0 1 yo 0 1 xo 0 1 yo 0 1 xo 0 1 130 0 1 xm 0 1 yp 0 1 tw 0 1 1e7 0 1 18x 0 1 \
    12e 0 1 xl 0 1 12z 0 1 xo 0 1 12z 0 1 xo 0 1 131 0 1 xj 0 1 1l8 0 1 1f1 0 1 1jg 0 1 1dg 0 1 12m 0 1 xh 0 1 1oz \
    0 1 1ig 0 1 1rb 0 1 1j1 0 1 183 0 1 11j 0 1 17z 0 1 14g 0 1 yy 0 1 ur 0 1 16s 0 1 10d 0 1 1ui 0 1 1kj 0 1 1ev 0 \
    1 1d6 0 1 1mp 0 1 1k3 0 1 18s 0 1 104 0 1 1k9 0 1 1aj 0 1 14e 0 1 yd 0 1 1ph 0 1 1fi 0 1 1pi 0 1 1fw 0 1 194 0 \
    1 12u b 1 17l 0 1 15n 0 2 16v 0 1 15n 0 1 17x 0 1 10f 0 1 15n 0 1 1cw 0 1 16v 0 1 13b 0 1 uc 0 1 1gg 0 1 1d4 0 \
    1 15n 0 1 14q 0 1 17k 0 1 16v 0 1 17n 0 1 191 0 1 15e 0 1 15h 0 1 173 0 1 15n 0 1 14k 0 1 19j 0 1 17p 0 1 191 0 \
    1 15n 0 1 16v 0 1 144 0 1 13h 0 1 16b 0 1 ul 0 1 1a4 0 1 172 0 1 18s 0 1 18y 2 1 hh 0 1 i3 0 1 dc 0 1 kk 0 1 dj \
    0 1 n2 0 1 sg 1 1 1jf 0 1 102 0 1 11f 0 1 11q 0 1 102 0 1 104 0 1 ta 0 1 102 0 1 160 0 1 11f 0 1 102 0 1 fg 0 1 \
    1jr 0 1 zf 0 2 102 0 1 yl 0 1 103 0 1 zs 0 1 102 0 1 fg 0 1 102 0 1 sd 0 1 102 0 1 n0 0 1 1jf 0 1 vv 0 1 10w 0 \
    2 102 0 1 1je 0 1 102 0 1 101 0 1 oq 0 1 1je 0 1 107 0 1 yo 0 1 19t 0 1 1a6 1 1 j6 0 1 kj 11 e 0 0 1 kj 0 1 0 0 \
    1 gs 0 2 0 0 1 gs 2 1 p4 0 1 0 8 1 121 0 1 ww 0 1 ng 0 1 v2 0 1 116 0 1 fi 0 1 jp 0 1 116 0 1 10w 0 1 cq 0 1 uk \
    0 1 u3 0 1 wc 0 1 11r 0 1 12n 0 1 fi 0 1 ms 0 1 10x 0 1 zm 0 1 10e 0 1 zj 0 1 up 0 1 xr 0 1 14d 0 1 w4 0 1 14b \
    0 1 11e 5 1 qs 0 1 o2 0 1 it 0 1 nn 0 1 10o h 2 109 1 1 172 0 1 1jk 1 1 id 8 1 0 5 1 i3 3 1 u7 1 1 qr 0 2 ft 0 \
    1 rh 0 1 ft 0 1 18j 0 1 ft 0 1 1hk 0 1 tt 0 2 1hk 0 3 10q 0 2 pc 0 2 rh 0 2 1xg 0 2 1ws 0 2 1gm 0 2 xy 5 1 go 0 \
    1 1mz 0 1 185 0 1 1aw 0 1 15c 0 1 z8 0 1 15s 0 1 tt 0 1 rh 0 2 18j 0 b 0 1 1 0 2 1 sg 5 b uk 0 1 ih 0 1 i3 0 1 \
    v0 0 1 1hk 0 1 185 0 1 0 3 1 gm 4 8 1hk 0 7 10q 0 9 pc 0 2 rh 0 1 sc 0 1 u5 0 1 yq 0 1 u5 0 3 rh 0 3 1xg 0 2 \
    1ws 0 1 1gm 0 1 xy 0 6 1mz 0 2 185 0 1 1ex 0 1 1ny 0 1 1ex 0 3 1aw 0 6 1ex 0 4 15c 0 5 15s 0 1 13q 0 1 10q 6 3 \
    rh 2 1 rh 0 1 18j 1 1 18j 1 1 18j 4 1 tt q a uk 5i a 107 0 1 ft 0 1 wi 0 1 o4 0 1 xo 0 2 117 0 1 xs 0 1 117 0 1 \
    1b5 0 2 ox 0 1 vs 0 1 yt 0 1 jx 0 1 1ik 0 1 qw 0 1 18k 0 1 117 0 1 zk 0 1 15r 0 1 u5 0 1 157 0 1 qw 0 1 zk 0 1 \
    xs 0 2 u5 0 1 tq 0 2 xs 3 9 0 0 2 hu 2 2 vv 0 1 kj 18k 1 107 1t 1 125 0 1 12w 1 1 135 2 1 rg 0 1 zq 1 1 12w 2 1 \
    134 6 1 123 0 1 10i 0 1 10p 0 1 11a 1 1 11h 0 2 zk 0 1 16e 0 1 17m 0 2 132 1 1 13x 0 1 134 0 1 12w 1 1 10y 1 1 \
    zz 2 1 140 0 1 1al 1 1 100 0 1 12w 0 1 18t 0 1 zz 0 1 0 0 2 uo 0 6 0 1 2 0 0 1 11q 2 1 lc 0 1 11e 0 1 q6 0 1 v5 \
    0 1 ry 1 1 12c 1 6 0 2 1 107 0 2 10g 0 1 125 0 2 zk 0 1 140 0 1 125 0 1 12c 0 1 12i 2 2 1mi ci 1 1dq 0 1 15q 0 \
    1 12m 0 1 1bh 0 1 z0 0 1 17o 0 1 16v 0 1 1g0 0 1 ps 0 1 z9 0 1 1by 0 1 1e7 0 1 zj 0 1 1cm 0 1 18g 0 1 zt 0 1 \
    1fv 0 1 zb 0 1 za 0 1 1cm 0 1 1d9 0 1 156 0 1 zu 0 1 zb 0 1 zk 0 1 z9 0 1 1aj 0 1 1dp 0 1 z0 0 1 zg 0 1 zk 0 1 \
    158 0 1 1c1 0 1 xw 0 1 136 0 1 xw 0 1 xs 0 1 160 a 1 sw 0 1 tg 0 1 x2 0 1 1aj 0 1 sw 0 1 t6 0 1 sh 0 1 19k 0 1 \
    tg 0 1 t1 0 1 1ok 0 2 tq 0 1 18q 0 1 sw 0 1 tg 0 1 19a 0 1 tq 0 1 118 0 1 tq 0 1 1ay 0 1 t6 0 1 18q 0 2 tg 0 1 \
    tq 0 1 wi 0 1 tq 0 1 tg 0 1 tl 0 1 tq 0 1 pu 0 1 sw 0 1 tg 0 2 sw 0 1 tg 0 1 vj 0 1 1b3 0 1 ve 0 1 sw 0 1 wi 0 \
    1 sw 0 1 ph 0 1 if lg 4 12x 0 3 17r 1 3 17r 0 1 1bi 0 1 1bh 0 1 1bi 0 1 1bh 0 1 1bi 0 1 1bh 0 1 1j0 0 1 1la 0 1 \
    1j0 0 1 1la 0 1 17r 0 1 1j0 0 1 1la 0 1 1j0 0 1 1la 0 1 17r 1 1 ek 0 1 uw 0 2 o3 0 2 m5 0 1 md 0 1 m5 0 1 qi 0 \
    1 lx 0 1 ek 0 3 m5 0 1 1q0 0 1 1fp 0 1 1i8 0 1 1rj 0 4 12x 0 3 15h 1 3 15h 0 1 1bi 0 1 12x 0 1 1bi 0 1 1bh 0 1 \
    1bi 0 1 1bh 0 1 1j0 0 1 1la 0 1 1j0 0 1 1la 0 1 1j0 0 1 1la 0 1 1j0 0 1 1la 0 1 15h 0 1 sx 0 1 ax 1 4 15n 0 3 \
    15j 1 3 15j 0 1 1ge 0 1 1ek 0 1 1ge 0 1 1ek 0 1 1ge 0 1 1ek 0 1 1gs 0 1 1f8 0 1 1gs 0 1 1f8 0 1 1hw 0 1 1f8 0 1 \
    1hw 0 1 1f8 0 1 1hw 0 1 op 0 2 1dx 0 1 1d9 0 1 1en 0 9 zr 0 1 1cx 0 1 17u 0 1 1ad 0 1 1af 0 1 1ad 0 1 1af 0 1 \
    1cx 0 1 17u 0 1 1cx 0 1 17u 0 1 1ad 0 1 1af 0 1 1ad 0 1 1af 0 1 1ad 0 2 n5 0 1 16p 0 1 183 0 1 16p 0 1 183 0 9 \
    zr 0 1 1cx 0 1 17u 0 1 1ad 0 1 1af 0 1 1ad 0 1 1af 0 1 1cx 0 1 17u 0 1 1cx 0 1 17u 0 1 1ad 0 1 1af 0 1 1ad 0 1 \
    1af 0 1 1ad 0 2 oq 0 1 yp 0 3 vp 0 3 yp 0 2 vp 0 1 16m 0 1 17q 0 1 16g 0 1 17g 0 1 16g 0 1 17g 0 1 16m 0 1 17q \
    0 1 16m 0 1 17q 0 1 16g 0 1 17g 0 1 16g 0 1 17g 0 1 16g 0 1 ly 0 1 sx 0 1 ly 2 9 1cg 0 1 1ou 0 1 1mv 0 1 1o9 0 \
    1 1cg 0 1 1o9 0 2 1cg 0 1 y5 0 1 pr 0 1 y5 0 9 1cg 0 1 1ou 0 1 1mv 0 1 1o9 0 1 1ml 0 1 1o9 0 1 1ml 0 1 1ou 0 1 \
    1mv 0 1 1ou 0 1 1mv 0 1 1pm 0 1 1ml 0 1 1pm 0 1 1ml 0 1 y5 1 1 15h 0 9 yb 0 1 1bh 0 1 16w 0 1 192 0 1 17v 0 1 \
    192 0 1 17v 0 1 1bh 0 1 16w 0 1 1bh 0 1 16w 0 1 192 0 1 17v 0 1 192 0 1 17v 0 1 192 0 1 nt 0 1 nx 0 1 nt 8 3 \
    14i 0 4 1eq 0 1 1fr 0 1 1dm 0 1 1fr 0 1 1dm 0 1 1fr 0 1 1dm 0 1 1sv 0 1 1qk 0 1 1sv 0 1 1qk 0 1 1sv 0 1 1qk 0 1 \
    1sv 0 1 1qk 0 1 10g 0 9 zo 0 1 1c1 0 1 18f 0 1 1af 0 1 1ak 0 1 1af 0 1 1ak 0 1 1c1 0 1 18f 0 1 1c1 0 1 18f 0 1 \
    1af 0 1 1ak 0 1 1af 0 1 1ak 0 1 1af 0 1 nt 1 1 m5 0 1 rk 0 6 1g3 0 6 yb 0 1 1bh 0 1 16w 0 1 nt 1 1 15h 0 4 12x \
    0 4 15b 0 1 1gk 0 1 1la 0 1 sx 0 6 15n 0 4 15j 0 1 1hw 0 1 1f8 0 1 sx 9 7 1b9 0 1 w2 0 1 16s 0 1 rk 0 7 1nk 0 1 \
    1ay 4 4 1b9 0 3 1zn 0 2 1l0 0 2 1zn 0 1 13t 0 1 1p1 9 6 1cg 0 1 y5 0 7 10l 0 1 nt 0 1 zr 1a 1 17t 2 1 17n 2s 2 \
    qn 12 1 p9 0 1 1nk 0 1 22i 0 2 2kv 0 2 268 0 2 2kv 9 1 r5 0 1 s1 0 1 14i 0 1 1gz 0 1 1tg 0 1 25x 0 1 s1 0 1 14i \
    0 1 1gz 0 1 1tf 0 1 25x 0 1 sc 0 1 14v 0 1 1he 0 1 1tx 0 1 26g 0 1 s1 0 1 14i 0 1 1gw 0 1 1te 0 1 25x 0 1 sc 0 \
    1 16t 0 1 18v 0 1 1wj 0 1 1tf 0 1 12v 0 1 sv 0 1 su 19f 1 xo 0 1 14t 0 1 1jv 0 1 xc 0 1 va 0 2 yf 0 1 rx 0 1 ur \
    0 1 ft 0 1 mg 0 1 wy 0 1 x6 0 1 16x 0 1 10z 0 1 yt 0 1 va 0 3 12x 0 1 1m7 1 2 yt 0 1 tu 0 2 y8 0 1 x5 0 1 wo 0 \
    1 15x 0 1 1hx 0 1 10a 0 1 xo 0 1 1aj 0 1 tv 0 1 tx 2 1 x6 0 1 xo 0 1 w3 0 1 tu 0 1 xl 0 1 10d 0 1 oi 0 1 yw 0 1 \
    ol 1 1 rl 0 2 mn 0 1 rr 0 1 qy 0 2 ak 0 1 ni 0 1 jy 0 1 ux 0 2 qt 0 1 s7 0 1 p0 0 1 lm 0 1 ow 0 1 lw 0 1 q8 0 1 \
    zf 0 2 ma 0 1 n2 0 1 10v 0 1 od 0 1 n2 0 2 nq 0 1 ki 0 1 kg 0 1 n2 0 1 a6 0 1 o8 0 1 zg 0 1 n9 0 1 nj 0 1 l2 0 \
    2 nj 0 1 od 0 1 gs 0 1 n1 0 1 qq 0 1 zg 0 1 nq 1 1 mv 0 1 l7 0 1 lx 0 1 nn 0 1 kp 0 1 a6 0 1 eq 0 1 n1 0 1 nq 0 \
    1 mv 0 1 l7 0 1 nf 0 1 nn 0 1 kp c 1 104 0 1 qy 2 1 l5 1 1 11y 7 1 ft l 1 n2 0 2 l2 0 1 nj 0 1 ki 0 1 gv 0 1 d9 \
    0 1 n2 0 1 n1 0 1 ev 0 1 e7 0 1 eu 0 1 ev 0 1 dc 0 1 e7 0 1 dd 0 1 lf 0 2 zg 0 1 nd 0 1 ra 0 1 n9 0 2 nj 0 1 ki \
    0 1 gb 0 1 gs 0 1 sw 0 1 nt 0 1 kk 0 1 n4 0 1 nq 0 1 ku 0 1 ou 0 1 ku 0 1 mb 0 1 nj 4 6 0 1i 1 12x 0 1 yv 0 1 \
    131 0 1 104 0 1 131 0 1 104 0 1 131 0 1 104 0 1 13q 0 1 va 0 1 17t 0 1 104 0 1 17t 0 1 104 0 1 17t 0 1 104 0 1 \
    17t 0 1 104 0 1 17t 0 1 104 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 wq 0 1 k1 \
    0 1 183 0 1 104 0 1 16s 0 1 102 0 1 16s 0 1 102 0 1 16s 0 1 102 0 1 16s 0 1 102 0 1 16s 0 1 102 0 1 gs 0 1 ft 0 \
    1 gs 0 1 ft 0 1 11b 0 1 wy 0 1 11b 0 1 wy 0 1 11b 0 1 wy 0 1 vp 0 1 gd 0 1 vp 0 1 gd 0 1 vp 0 1 ft 0 1 vp 0 1 \
    ft 0 1 1d3 0 1 1jf 0 1 1d3 0 1 1jf 0 1 1d3 0 1 1jf 0 1 16k 0 1 102 0 1 16k 0 1 102 0 1 16k 0 1 102 0 1 16k 0 1 \
    102 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 yb 0 1 104 0 1 yb 0 1 104 0 1 13j 0 1 ne 0 \
    1 13j 0 1 ne 0 1 13j 0 1 ne 0 1 13j 0 1 ne 0 1 104 0 1 tn 0 1 104 0 1 tn 0 1 104 0 1 tn 0 1 104 0 1 tn 0 1 104 \
    0 1 tn 0 1 yr 0 1 mb 0 1 yr 0 1 mb 0 1 yr 0 1 mb 0 1 yr 0 1 mb 0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 15n 0 1 102 \
    0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 12x 0 1 xo 0 1 12x 0 1 xo 0 1 1k9 0 1 1aj 0 1 1k9 0 1 1aj 0 1 1k9 0 1 1aj 0 \
    1 1k9 0 1 1aj 0 1 1k9 0 1 1aj 0 1 12z 0 1 xo 0 1 12z 0 1 xo 0 1 yr 0 1 xo 0 1 12z 0 1 tv 0 1 12z 0 1 tv 0 1 12z \
    0 1 tv 0 1 102 0 1 mb 0 1 1aj 0 1 xo 0 1 yv 0 3 k1 0 1 17q 0 1 yt 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 12x 0 1 yv \
    0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 12x 0 1 yv 0 1 \
    12x 0 1 yv 0 1 12x 0 1 yv 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 zy 0 1 z0 0 \
    1 zy 0 1 z0 0 1 zy 0 1 z0 0 1 gs 0 1 ft 0 1 gs 0 1 ft 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 18s 0 1 \
    yt 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 18s 0 1 yt 0 1 1fy 0 1 yt 0 1 1fy 0 1 yt 0 1 1fy 0 1 yt 0 1 1fy 0 1 yt 0 1 \
    1fy 0 1 yt 0 1 15n 0 1 102 0 1 15n 0 1 102 0 1 1ct 0 1 102 0 1 1ct 0 1 102 0 1 1ct 0 1 102 0 1 1ct 0 1 102 0 1 \
    1ct 0 1 102 0 1 yr 0 1 xo 0 1 yr 0 1 xo 0 1 yr 0 1 xo 0 1 yr 0 1 xo 0 1 17r 0 1 r5 4 8 11i 0 2 12x 0 2 1dx 0 1 \
    17r 0 1 19l 0 1 14a 0 1 169 0 6 ur 2 2 14g 0 1 1iy 0 1 1jg 0 1 1f4 0 1 1gs 2 8 102 0 1 1bm 0 1 1bj 0 1 1ps 0 1 \
    1py 0 1 1mf 0 1 1ns 0 1 1h4 0 1 1hv 0 8 j9 0 1 lm 0 1 la 0 2 104 0 1 wg 0 1 y4 0 1 ru 0 1 s1 0 6 yt 2 1 19r 0 1 \
    1c9 0 1 1qa 0 1 1qk 0 1 1he 0 1 1j7 2 8 wx 1 1 18l 1 1 1kr 1 1 1ll 1 1 1f2 0 8 1bn 0 1 19n 0 1 1bz 0 1 1pz 0 1 \
    1qb 0 1 1ht 0 1 1jb 0 1 1gf 0 1 1i6 0 2 11i 0 1 ur 0 1 v7 0 1 102 0 1 118 0 2 j9 0 2 yt 0 2 wx 0 2 1bn 2 8 11i \
    0 2 12x 0 2 1dx 0 1 17r 0 1 19l 0 1 14a 0 1 169 0 8 102 0 1 1bm 0 1 1bj 0 1 1ps 0 1 1py 0 1 1mf 0 1 1ns 0 1 1h4 \
    0 1 1hv 0 8 1bn 0 1 19n 0 1 1bz 0 1 1pz 0 1 1qb 0 1 1ht 0 1 1jb 0 1 1gf 0 1 1i6 0 5 11i 1 2 11i 0 2 12x 0 1 14r \
    0 1 13e 0 1 12x 0 5 sg 0 2 102 0 1 118 1 2 102 0 1 19s 0 1 16g 0 1 1gy 0 1 1dk 0 1 16s 0 3 sg 0 4 j9 2 2 j9 0 2 \
    gs 0 1 r1 0 1 n8 1 3 sg 0 4 wx 0 2 104 0 2 wx 0 2 yr 0 1 1c3 0 1 1ax 0 1 12z 0 3 sg 2 3 1bn 1 2 1bn 0 1 1hj 0 1 \
    1a8 0 1 1gh 0 1 1az 0 1 17h 0 2 sg 1 1 sg 0 1 1kw 0 1 sg 0 1 1kw 0 1 ir 0 1 e8 0 1 9i 0 1 107 0 1 i3 0 1 bd 0 1 \
    5o 0 5 0 0 2 kj 0 1 107 0 1 sg 0 2 1kw 0 2 sg 0 4 i3 0 4 th 0 2 sg 0 2 xk 0 1 j1 0 1 11z 0 1 1kw 0 1 i3 0 7 0 0 \
    1 bd 0 1 24c 0 1 2qq 0 1 cx 0 1 l9 0 1 tl 0 1 cx 0 1 l9 0 1 tl 0 1 ja 0 2 mr 0 1 1bo 0 1 rm 0 1 u7 0 1 sg 0 2 \
    19q 0 1 e8 0 1 1kw 0 1 sg 0 1 9i 0 2 m7 0 1 1gg 0 2 15p 0 1 sa 0 1 107 0 3 sg 0 1 j6 0 1 19q 0 1 sg 0 1 pl 0 1 \
    1kw 0 1 19q 0 1 1bo 0 1 xc 0 1 11q 0 2 1bo 0 1 i3 0 1 19d 0 1 1bo 0 2 i3 0 1 cn 0 5 0 5 6 0 0 1 mt 0 1 a6 2 6 \
    mt 0 3 u1 0 2 dz 0 1 mo 0 a mt 0 3 u1 0 2 dz 1 1 ma 0 1 nq 0 1 nj 0 1 p9 0 1 nq 0 1 n0 0 1 o8 0 1 9g 0 1 zg 0 1 \
    mo 0 1 od 0 1 l8 0 1 gs 3 1 1dw 0 4 107 0 1 1jf 0 1 107 0 1 20e 0 1 1p3 0 1 1k9 0 1 18m 0 4 107 0 1 20e 0 4 107 \
    0 1 181 0 1 107 2 3 107 2 1 107 i 2 0 4 2 0 3 2 0 4 1 0 u 2 1ly 0 1 13q 0 1 1rw 0 1 10j 0 1 1ly 0 1 1op 0 1 yy \
    0 1 13q 0 1 1i5 1 1 1k8 0 1 16x 0 1 1cc 0 2 102 0 1 qq 0 1 13o 0 1 14z 0 1 ni 0 1 1aj 0 1 19k 0 1 1n6 0 1 1kw 0 \
    1 13o 0 1 13w 0 1 18s 0 1 19e 0 1 1ab 0 1 192 0 1 1f0 0 1 12x 0 1 1m0 0 1 1p4 0 1 1kw 0 1 12x 0 1 16d 0 1 wv 0 \
    2 17h 0 1 z2 0 1 j9 0 1 11b 0 1 12x 0 1 18q 0 1 140 0 1 1cm 0 1 xo 0 1 yg 0 1 18q 0 1 wq 0 1 1ou 0 1 qa 0 1 16e \
    0 1 12c 0 1 qi 0 1 10o 0 1 lm 0 1 1go 0 1 1vx 0 1 13y 0 1 15e 0 1 118 0 1 1ca 0 1 1a4 0 1 183 0 2 vp 0 1 yr 0 1 \
    1al 0 1 14a 0 1 z0 0 2 jz 1 1 18d 2 1 ty 1 2 1j5 0 1 25y 0 c 1j5 0 1 wb 0 1 gs 0 1 s0 0 1 138 0 1 1gi 0 1 12x 0 \
    1 1gh 0 1 1rp 0 1 22x 0 1 1g7 0 1 12z 0 1 1h3 0 1 1sd 0 1 vp 0 1 13q 0 1 17t 0 1 1d3 0 1 ft 0 1 q1 0 1 109 0 1 \
    1a6 0 1 xo 0 1 1a5 0 1 1kd 0 1 1ul 0 1 1al 0 1 xo 0 1 1as 0 1 1l0 0 1 ft 0 1 va 0 1 104 0 1 1jf 0 1 1yu 0 1 17t \
    0 1 1yu 0 1 140 0 1 v9 0 1 13q 3 1 1j5 6 34 1bo 0 1 12x 0 1 107 0 1 tf 0 2 zy 0 1 1dk 0 2 122 0 2 1dk 0 1 14u 0 \
    2 1dk 0 1 14u 0 1 107 0 2 172 0 1 12c 0 3 1bo 0 1 j6 0 1 108 0 1 1bo 0 2 zm 0 3 109 0 1 14n 0 1 1be 0 1 1bo 0 2 \
    1f0 0 1 1bo 0 4 sg 0 4 15n 0 1 tn 0 1 18w 0 1 1o5 0 1 tn 0 1 18w 0 1 1o5 0 3 tn 0 2 107 0 1 et 0 1 107 0 8 1bo \
    0 1 lc 0 h 1bo 0 2 1bq 0 2 1kw 0 k 1bo 0 2 1nk 0 1 qe 0 v 1bo 0 3 15n 0 4 1bo 0 2 18e 0 d 1bo 0 4 1dk 0 2 tm 0 \
    8 1dk 0 6 1bo 0 2 1kw 0 2 1bo 0 1 tm 0 3 15n 0 2 1bo 0 4 1ao 0 1 zm 0 1 i3 0 1 zm 0 1 1bo 0 5 1kw 0 1 1bo 0 2 \
    15o 0 8 1bo 0 2 28x 0 k 1bo 0 5 1kw 0 1 1dk 0 1 14u 0 2 1dk 0 1 14u 0 2 1dk 0 1 1kw 0 1 1dk 0 1 14u 0 1 1dk 0 1 \
    14u 0 1 1dk 0 2 y9 0 1 104 0 4 1bo 0 1 rs 0 4 m7 0 4 1a0 0 1 1bo 0 1 t7 6 1 1kw 0 1 1bo 2 4 qo 0 2 tn 2 2 1tk 0 \
    1 28g 0 1 1tk 0 1 2a4 2 1 28g 0 1 1do 1y 1 j9 0 1 104 0 1 1bn 4 1 11i 2 1 173 9 1 1tk c 1 1do 6 c sg 0 7 16o 0 \
    1 tn v 1 1bo 0 1 1hr j 1 1do 1 1 17r 2 1 107 1l 2 104 1o a 1f0 46 3k y9 0 w 17r 0 a 1hr 0 2 12k 0 2 1hr 0 2 vb \
    0 4 17r 0 2 sk 0 2 17r 0 2 sk 0 4 17r 0 2 sk 0 2 17r 0 2 sk 0 5 17r 0 1 1dn 0 1 s4 0 b 1dn 0 2 tz 0 1 190 0 3 \
    1j7 0 4 m1 0 2 1dn 0 4 17r 0 1 xk 0 5 1hr 0 3 17r 0 1 1ro 0 4 1hr 0 4 1dn 0 3 17r 0 2 1b8 0 2 15o 0 1 17r 0 1 \
    1f0 0 1 1kw 0 5 1f0 0 1 wl 0 1 1ez 0 1 1f0 0 2 1ej 0 1 127 0 1 1lm 0 1 1yv 0 1 1z5 0 3 1f0 0 1 ua 0 9 1f0 0 1 \
    yn 0 1 1f0 0 1 yn 0 4 1f0 0 1 122 0 1 16g 0 1 10y 0 1 18l 0 1 v0 0 3 1f0 0 1 14f 0 c 1f0 0 3 1nb 0 3 1f0 0 1 yx \
    0 2 15o 0 13 1f0 0 1 qu 0 1 10b 0 2 1f0 0 1 qu 0 1 kc 0 1 rj 0 1 16k 0 1 17k 0 e 1f0 0 6 1dg 0 f 1f0 0 1 us 0 7 \
    1f0 1 3 1f0 0 1 13y 0 1 1l5 0 1 1pz 0 1 1uu 0 1 1fd 0 a 1bo 0 1 1c0 0 1 1bo 0 4 15o 0 1 1cc 0 2 15o 7 4 1bo u 1 \
    15o u 4 1bo 1 4 1bo 2 s 1bo 1 z 1bo 1 1 1f0 1 4 1f0 3 1 1f0 1 3 1bo 0 2 ic 0 2 um 2 l 1bo 0 a 1f0 0 l 1bo 3 o \
    1bo 1 e 1bo 6 2 m7 p 1 s4 5 2 s6 0 2 m7 0 2 vn 4 4 1bo 0 1 1tu 0 b 29k 0 74 15o 6 2 1bo 2 2 1bo 1g 2 12v 1t 2 \
    15r 21 1 1bo 0 7 1kw l 1 s4 e 2 1bo 4 3 1kw 9 1 23e 0 g tn i 1 1bo 1m 2 1bo h 10 1bo d d 1bo 1q 2 1bo 5 e 1bo 0 \
    4 1bk 0 4 1hr 0 4 17r 0 1 1hr 4 2 1dg 0 3 1do 0 1 1ro 1a 2 1dg 7f 1 vp 0 1 ft 0 1 vp 0 1 yb 0 1 13j 0 1 yv 0 1 \
    mb 0 1 16s 0 1 102 0 1 11b 0 1 wy 0 1 12z 0 1 tv 0 1 18g 0 1 1d3 0 1 12x 0 1 18g 0 1 15s 0 1 1s6 0 1 1ip 0 1 xo \
    0 1 118 0 1 wb 0 1 11j 1 1 nk 0 1 yt 0 1 rx 0 1 9y 0 1 oi 0 1 104 0 1 12z 3k 1 xm 0 1 xu 0 1 w4 0 1 y8 0 1 xf 0 \
    1 1ft 0 1 zn 0 1 1i5 0 1 xv 0 1 yj 0 1 1i9 0 1 z9 0 1 xv 0 1 1gp 0 1 xu 0 1 19v 0 1 1gz 0 1 x9 0 1 xp 0 1 1gj 0 \
    1 1i7 0 1 1b3 0 1 xw 0 1 xu 0 1 xk 0 2 xo 0 1 zb 0 1 1gd 0 1 xj 0 1 xd 0 1 x2 0 1 1g0 0 1 xw 0 1 xu 0 1 xp 0 1 \
    10i 0 1 1f9 a 1 10s 0 2 1ei 0 1 12t 0 1 12w 0 1 105 0 1 vy 0 2 12x 0 2 zy 0 1 12u 0 1 1dr 0 1 12z 0 1 rx 0 1 \
    12z 0 2 1ei 0 1 h3 0 1 zo 0 1 16s 0 1 11b 0 1 u0 0 1 12z 0 1 10o 0 1 zy 0 1 sl 0 1 1i7 0 1 18a 0 1 16k 0 1 zb 0 \
    1 gs 0 1 18a 0 1 gs 0 1 16s 0 1 100 0 2 1ei 0 1 16s 0 1 i8 0 1 16m 0 2 1ei 0 1 13q 0 1 17o 0 1 12z 0 1 13q 0 1 \
    ze 0 1 12x 0 1 16s 0 1 zy 0 1 18u 0 1 w9 0 1 18u 9 1 tb 4o 1 u7 6 1 1bo 2 4 m7 8 1 u7 68h 1s 1f0 h5c 1 131 0 2 \
    yb 0 1 17t 0 2 yr 0 1 183 0 2 11b 0 1 t4 0 1 13q 0 1 140 0 1 12z 0 2 wq 0 1 1d3 0 1 16k 0 1 vp 0 1 104 0 2 13j \
    0 2 12x 0 1 16s 0 1 183 0 1 t4 0 1 1k9 0 1 12z 0 1 yr 0 1 131 0 2 12x 0 2 zy 0 1 gs 0 1 18s 0 2 15n 0 1 vp 0 1 \
    17n 0 2 h2 0 2 xx 0 2 h2 0 2 xg 90 1 104 0 1 tn 0 1 k4 0 1 j9 4 1 1v4 0 1 1mh 2 1 1mj 0 1 1fk 2 1 1pf 0 1 1bw 0 \
    1 1jk 0 1 1by a 1 1of 0 1 1fv 0 1 1oo 0 1 1f9 0 1 1v1 0 1 1lc 0 1 18s 0 1 yt 0 1 1co 0 1 14j 0 1 259 0 1 1ly 0 \
    1 1e0 r 1 18i 0 1 12y 0 1 yr 0 1 x5 6 1 130 0 1 102 2 1 259 0 1 1ly 32 f s2 4 2 l0 0 3 ed 2 1 lx 0 1 k9 0 2 qu \
    0 1 16s 0 1 102 0 1 1dy 0 1 14d 0 1 yy 0 1 ur 4 1 rx 0 1 tn 0 1 1z3 0 1 1k1 0 1 1wg 0 1 1kb 0 1 1sz 0 1 1jt 0 1 \
    1j9 0 1 1aj 0 1 1j9 0 1 1aj 0 1 1ik 0 1 1aj 0 1 140 0 1 v9 0 1 11b 0 1 x6 4 1 12p 0 1 mb 0 1 x3 0 1 oa 0 1 19w \
    0 1 142 2 1 259 0 1 1ly 0 1 yb 0 1 104 0 1 15r 0 1 182 2 1 18s 0 1 104 c 1 yf 0 1 104 0 1 yf 0 1 104 o 1 vp 0 1 \
    ft 0 1 15u 0 1 102 5 1 j6 0 1 le 0 1 mt 0 1 fn 0 1 130 0 1 rq 1 1 17y 0 1 11x e 1 183 0 1 104 0 1 11b 0 1 wy 0 \
    1 16k 0 1 102 0 1 13j 0 1 ne 0 1 104 0 1 tn 0 1 19k 25 1 wt 0 1 10n 0 1 1g2 0 1 wq 0 1 yb 0 1 1d3 0 1 gs 0 1 \
    1w8 e0w 1 c5 0 1 dj 0 1 em 0 1 f0 0 1 f7 0 1 dj 0 1 c5 0 1 dj 0 1 em 0 1 f0 0 1 em 0 1 dj 0 1 c5 0 1 dj 0 1 em \
    0 1 f0 0 1 em 0 1 dj 0 1 c5 0 1 dj 0 1 f7 0 1 f0 0 1 em 0 1 dj 0 1 c5 0 1 fn 6e 4 1jk sc 2 x0 0 1 zh 0 1 1el 0 \
    1 xa 0 1 x0 0 1 115 0 1 1e6 0 1 vl 0 1 x0 0 1 1uh 0 1 xi 0 1 xk 0 1 1dg 0 1 x0 0 1 xj 0 1 1fz 0 1 xk 0 1 15l 0 \
    1 x6 0 1 1dm 0 1 xj 0 1 1ex 0 2 xi 0 1 xl 0 1 10x 0 1 xi 0 1 xj 0 1 y2 0 1 xk 0 1 td 0 1 wz 0 1 x8 0 2 x0 0 1 \
    x1 0 1 10b 0 1 1ic 1 1 1gz 0 1 19z 0 a sw 0 3 tg 0 5 18r 0 6 v3 hv 1 yt u2 1 137 0 2 zu 0 2 1j0 0 1 131 0 1 1cz \
    c 2 1wd 0 1 1w1 0 1 1vh 0 1 2f0 5 1 cq 0 1 0 0 1 it 0 1 106 0 1 1cp 0 1 181 0 1 1fj 0 1 17w 0 1 1bz 0 1 1cn 0 1 \
    19x 0 1 1dt 0 1 1bo 0 4 14b 0 3 121 0 1 ww 0 1 ng 0 1 v2 0 1 116 0 1 k8 0 1 n3 1 1 10w 0 1 is 0 1 uk 0 1 u3 0 1 \
    wc 1 1 12n 1 1 mq 0 1 10x 1 1 10e 0 1 zj 1 1 xr 0 1 14d 0 1 w4 0 1 14b 0 1 11e 0 1 fi 0 1 ww 0 1 u3 0 1 zj 0 1 \
    zs 2 1 1hk 0 1 1jv 0 1 fu 0 1 h6 0 1 1hk 0 1 1jv 0 1 fu 0 1 h6 0 1 1hk 0 1 1jv 0 1 fu 0 1 h6 0 1 1hk 0 1 1jv 0 \
    1 fu 0 1 h6 0 1 1hk 0 1 1jv 0 1 fu 0 1 h6 0 1 1hk 0 1 1jv 0 1 fu 0 1 h6 0 1 1mz 0 1 1mw 0 1 r7 0 1 ss 0 1 1mz 0 \
    1 1mw 0 1 r7 0 1 ss 0 2 10q 0 1 z6 0 3 10q 0 1 z6 0 3 10q 0 1 z6 0 3 10q 0 1 z6 0 1 10q 0 1 pc 0 1 tv 0 1 pc 0 \
    1 tv 0 1 pc 0 1 tv 0 1 pc 0 1 tv 0 1 rh 0 1 ve 0 1 rh 0 1 ve 0 2 1ex 0 1 r3 0 1 vf 0 2 1ex 0 1 r3 0 1 vf 0 2 \
    1ex 0 1 r3 0 1 vf 0 2 1ex 0 1 r3 0 1 vf 0 1 15s 0 1 17b 0 1 15s 0 1 17b 0 1 fu 0 1 h6 6 1 13q 0 1 zy 0 1 u0 0 1 \
    q8 11 1 1aw 0 1 1by 0 1 r3 0 1 vf 0 1 rh 0 1 te 0 1 rh 0 1 te 0 1 rh 0 1 te 1 1 rh 0 1 te 4 1 18j 0 1 1bf 0 1 \
    fu 0 1 h6 0 1 fu 0 1 h6 i 1 18j 0 1 1bf 0 1 fu 0 1 h6 e8 g 0 g 4 0 24 3 go 0 1 ew 0 1 go 1 a go 0 1 qr 0 1 ft 0 \
    1 hc 0 1 ft 0 1 hc 0 1 rh 0 1 te 0 1 ft 0 1 hc 0 1 18j 0 1 1bf 0 1 fu 0 1 h6 0 1 ft 0 1 hc 0 1 1hk 0 1 1jv 0 1 \
    fu 0 1 h6 0 1 tt 0 1 ui 0 1 1hk 0 1 1jv 0 1 fu 0 1 h6 0 1 1hk 0 1 1jv 0 1 fu 0 1 h6 0 2 10q 0 1 z6 0 3 10q 0 1 \
    z6 0 3 10q 0 1 z6 0 1 10q 0 1 pc 0 1 tv 0 1 pc 0 1 tv 0 1 rh 0 1 ve 0 1 rh 0 1 ve 0 1 1xg 0 1 20j 0 1 1bo 0 1 \
    1er 0 1 1xg 0 1 20j 0 1 1bo 0 1 1er 0 1 1ws 0 1 1xp 0 1 1cb 0 1 1dc 0 1 1ws 0 1 1xp 0 1 1cb 0 1 1dc 0 1 1gm 0 1 \
    1i0 0 1 19a 0 1 1ao 0 1 1gm 0 1 1i0 0 1 19a 0 1 1ao 0 1 xy 0 1 ua 0 1 xy 0 1 rg 0 1 xy 0 1 ua 0 1 tr 0 1 rg 0 1 \
    1mz 0 1 1mw 0 1 r7 0 1 ss 0 1 185 0 1 1bg 0 1 r7 0 1 ss 0 1 1aw 0 1 1by 0 1 r3 0 1 vf 0 1 15c 0 1 173 0 1 hc 0 \
    1 iu 0 1 z8 0 1 11v 0 1 uh 0 1 ww 0 1 15s 0 1 17b 0 1 fu 0 1 h6 0 1 tt 0 1 ui 0 1 u0 0 1 q8 0 1 rh 0 1 te 0 1 \
    18j 0 1 1bf 0 1 18j 0 1 1bf 0 1 fu 0 1 h6 0 1 wg 0 1 xy 0 1 wg 0 1 xy 0 1 wg 0 1 xy 0 1 wg 0 1 xy 2 1 0 6x 4 0 \
    0 1 1mc le 1 172 0 1 yk 0 1 w0 0 1 y6 0 2 v8 0 1 p0 0 1 zk 0 1 1fe 0 1 g4 0 1 109 0 1 v3 0 1 296 0 1 1e5 0 1 \
    1gk 0 1 1fe 0 1 131 0 1 1de 0 1 xc 0 1 yi 0 1 p4 0 1 13m 0 1 108 0 1 131 0 1 12w 0 1 1a2 0 1 u0 0 2 vq 0 1 p0 0 \
    1 172 1 1 g4 0 1 172 0 1 131 0 1 1aj 1524 2f 1f0 dd 1 165 0 1 15l 1 1 1al 0 1 15i 0 1 12b 0 1 183 1 1 mc 0 1 ma \
    0 1 16t 0 1 119 0 1 1mb 1 1 18s 3 1 104 0 1 14a 0 1 1b8 0 1 154 0 1 1r1 0 1 19u 0 1 148 1 1 11n 0 1 14a 0 1 va \
    0 1 14a 0 1 z0 0 1 qh 0 1 14a 0 1 15x 0 2 jz 0 1 111 0 1 jz 0 1 1sy 0 1 15x 0 1 yt 0 2 14a 0 1 rj 0 1 tn 0 1 qh \
    0 1 162 0 1 yk 0 1 1fs 0 1 12g 0 1 zj 0 1 xk 1g 1 12x 0 1 131 0 1 13q 0 1 17t 0 1 zy 0 1 wq 0 1 183 0 1 16s 0 1 \
    p8 0 1 gs 0 1 11b 0 1 vp 0 1 1d3 0 1 16k 0 1 18s 0 1 yb 0 1 18s 0 1 13j 0 1 104 0 1 yr 0 1 15n 0 1 12x 0 1 1k9 \
    0 1 12z 0 1 yr 0 1 12z 0 1 yv 0 1 104 0 1 va 0 1 104 0 1 z0 0 1 k1 0 1 104 0 1 102 0 2 ft 0 1 wy 0 1 ft 0 1 1jf \
    0 1 102 0 1 yt 0 2 104 0 1 ne 0 1 tn 0 1 mb 0 1 102 0 1 xo 0 1 1aj 0 2 xo 0 1 tv ec 9 107 0 1 104 0 a 107 4d0 1 \
    ft 0 1 1hk 0 1 10q 0 1 pc 1 2 rh 0 1 10q 0 1 1gm 0 1 18j 0 1 1aw 0 1 15c 0 1 z8 0 1 15s 0 1 1xg 0 1 xy 0 1 1mz \
    0 1 1ws 0 1 185 0 1 rh 0 1 1xg 0 2 1hk 0 1 10q 0 1 pc 0 1 1ws 0 1 1gm 0 1 xy 0 1 1hk 0 1 15s 0 1 1mz 0 1 185 1 \
    1 ms 0 1 11y 1 1 y6 2 1 11y 1 1 ms 0 1 y1 0 1 oa 0 1 yn 0 1 ms 0 1 1eg 0 1 xy 0 1 r7 0 1 1f3 0 1 r7 1 1 1eg 0 2 \
    ms 0 1 11y 1 1 1f3 1 1 tr 11 1 11c 0 1 1gi 1 1 1bc 2 1 1gi 0 1 1ql 0 1 11c 0 1 18f 1 1 1bt 0 1 11c 0 1 1t0 0 1 \
    1fa 0 1 18j 0 1 1tn 0 1 18j 1 1 1t0 0 2 11c 0 1 1gi 1 1 1tn 0 1 1ql 0 1 1fa 0 1 11c 1 1 18j c1 1e 25l 0 1e 1ad \
    c f 1m7 2 c 1m7 0 1 1mo 0 1 1m7 2 f 1m7 1 f 1m7 fl 8 1nb 7o 1 1nc 0 1 1vc 2 1 1nb 3 1 1ts cq 2 1nb 0 1 1uh 0 x \
    1nb 1 7 1nb 1 1 1uh 0 6 1nb 0 1 2j9 0 4 1nb 0 1 1uh 0 7 1nb 2 1 1nb
    """
}

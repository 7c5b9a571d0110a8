# Everything that is done with this repository. `make help` lists the targets.
SHELL := bash
JOBS ?= 2
# 0 links with shared libraries, where there are no archives of them.
STATIC ?= 1
.DEFAULT_GOAL := help
# What `make install` installs from, and where to; DESTDIR is put before PREFIX where packages are made.
BUILD ?= .build/release
PREFIX ?= /usr/local
DESTDIR ?=
.PHONY: help setup build all demo install uninstall dist test check bench fuzz clean

help:
	@echo 'make setup   install what building needs and is missing (apt-get), or name it (dnf, pacman, apk, zypper)'
	@echo 'make build   release: .build/release/inspector and its plugins beside it'
	@echo 'make all     build, and the program that makes PNG and PDF of pictures, which needs librsvg'
	@echo 'make demo    set up, build, and show the main job on a small scene'
	@echo 'make install put program, plugins, manual and completions under PREFIX (now $(PREFIX)); make uninstall removes them'
	@echo 'make dist    put what install installs into a tarball and a Debian package, in the folder dist'
	@echo 'make test    set up, and run all tests'
	@echo 'make check   format, warnings, layering, schemas, examples of README and articles'
	@echo 'make bench   measure beside other JSON programs (BENCH=--small: without a million objects)'
	@echo 'make fuzz    hold parsers, edits and replies against their laws (FUZZ_SECONDS=60 a target; FUZZ=selector for one)'
	@echo 'make clean   remove what was built'
	@echo 'JOBS=4 sets how many compilers run at once (now $(JOBS)); STATIC=0 builds with shared libraries.'

setup:
	@.ci/setup

# The compiler's check of its own output, which is for those who change the compiler, would take a fiftieth of the time.
build: setup
	INSPECTOR_STATIC=$(STATIC) swift build -c release --static-swift-stdlib --disable-local-rpath -debug-info-format none -j $(JOBS) \
	  -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify
	@.ci/data-plugins .build/release

all: build
	@JOBS=$(JOBS) .ci/pictures .build/release

demo: build
	@.ci/demo

# A person who installs as root is not to build as root, so that it builds only where nothing is built.
install:
	@[ -x '$(BUILD)/inspector' ] || $(MAKE) build
	@.ci/install '$(BUILD)' '$(DESTDIR)' '$(PREFIX)'

uninstall:
	@.ci/install --remove '$(DESTDIR)' '$(PREFIX)'

dist: build
	@.ci/dist '$(BUILD)' dist

test: setup
	@JOBS=$(JOBS) .ci/build-tests
	@.ci/test

check: setup
	@.ci/check

bench: build
	@JOBS=$(JOBS) Benchmarks/run $(BENCH)

fuzz: setup
	@JOBS=$(JOBS) Tests/Fuzz/run $(FUZZ)

clean:
	rm -rf .build .build-* dist

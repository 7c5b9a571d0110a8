// node_edit.js IN OUT: cornerRadius = 12.5 on every StarView, by JSON.parse and JSON.stringify.
const fs = require("fs");

function edit(objects) {
  for (const object of objects) {
    if (object.class === "StarView") object.attributes.cornerRadius = 12.5;
    if (object.children) edit(object.children);
  }
}

const scene = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
edit(scene.objects);
fs.writeFileSync(process.argv[3], JSON.stringify(scene));

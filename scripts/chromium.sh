#!/bin/sh
# Unpacks a Chromium from npm into a folder: the headless shell with the libraries and fonts that it needs, for Linux on
# x86-64. Nobody needs rights for it. FOLDER/run starts it.
set -eu
folder=$1
package=@sparticuz/chromium@153.0.0
rm -rf "$folder" "$folder.part"
mkdir "$folder.part"
cd "$folder.part"
npm pack --silent "$package" >npm.log
tar -xzf ./*.tgz --strip-components=2 package/bin
node -e 'const fs = require("fs"), zlib = require("zlib");
         for (const name of fs.readdirSync(".").filter((name) => name.endsWith(".br")))
           fs.writeFileSync(name.slice(0, -3), zlib.brotliDecompressSync(fs.readFileSync(name)))'
for archive in ./*.tar; do tar -xf "$archive"; done
rm ./*.tgz ./*.br ./*.tar
cat >fonts.conf <<FONTS
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>$folder/fonts</dir><dir>/usr/share/fonts</dir><cachedir>$folder/fonts-cache</cachedir></fontconfig>
FONTS
cat >run <<RUN
#!/bin/sh
export LD_LIBRARY_PATH="$folder/lib" FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" "\$@"
RUN
chmod +x chromium run
mv "$folder.part" "$folder"

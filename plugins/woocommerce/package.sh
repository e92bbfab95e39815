#!/bin/sh
# sh plugins/woocommerce/package.sh: writes tefo-for-woocommerce.zip, which WordPress installs (Plugins > Add New > Upload).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
plugin=$folder/tefo-for-woocommerce
mkdir -p "$plugin/tefo-php"
cp -r "$here/tefo-for-woocommerce.php" "$here/README.md" "$here/src" "$here/assets" "$plugin"
cp -r "$here/../../php/autoload.php" "$here/../../php/src" "$plugin/tefo-php"
target=$PWD/tefo-for-woocommerce.zip
rm -f "$target"
(cd "$folder" && zip -qr "$target" tefo-for-woocommerce)
rm -r "$folder"
echo "$target"

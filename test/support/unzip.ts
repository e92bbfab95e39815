// Reads ZIP files, such as workbooks.
import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';

/** Returns the texts within by their names, read from the file's end, as every program does that opens one. */
export function unzip(file: Buffer): Record<string, string> {
  const end = file.length - 22;
  assert.equal(file.readUInt32LE(end), 0x06054b50);
  let at = file.readUInt32LE(end + 16);
  const found: Record<string, string> = {};
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(file.readUInt32LE(at), 0x02014b50);
    const [packed, plain] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    const [length, offset] = [file.readUInt16LE(at + 28), file.readUInt32LE(at + 42)];
    const name = file.toString('utf8', at + 46, at + 46 + length);
    assert.equal(file.readUInt32LE(offset), 0x04034b50);
    const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
    const content = inflateRawSync(file.subarray(start, start + packed));
    assert.equal(content.length, plain);
    found[name] = content.toString();
    at += 46 + length;
  }
  return found;
}

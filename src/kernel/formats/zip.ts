// ZIP files, written as they are made: nothing is held but the part that is being compressed.
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file within: its path, and its text, or the bytes of it, in parts. */
export interface ZipEntry {
  name: string;
  parts: Iterable<string> | AsyncIterable<Buffer>;
}

interface Written {
  name: Buffer;
  offset: number;
  /** Checksum and sizes, as both headers hold them. */
  facts: Buffer;
}

/** The format's sizes and places have 32 bits; larger files need an extension that spreadsheets do not expect. */
const most = 0xff_ff_ff_ff;
/** The size and checksum follow the content, and names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1 January 1980, the format's first day: the same rows make the same file. */
const day = 0x0021;

/** Yields the bytes of a file of these entries. Throws RangeError if one, or the whole, is larger than 4 GiB. */
export async function* zip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name: path, parts } of entries) {
    const name = Buffer.from(path);
    const header = record(0x04034b50, [2, version], [2, flags], [2, deflated], [2, 0], [2, day], [12, 0]);
    const lengths = fields([2, name.length], [2, 0]);
    yield Buffer.concat([header, lengths, name]);
    const size = { crc: 0, plain: 0, packed: 0 };
    for await (const piece of deflate(parts, size)) yield piece;
    const facts = fields([4, size.crc], [4, size.packed], [4, size.plain]);
    yield Buffer.concat([record(0x08074b50), facts]);
    written.push({ name, offset, facts });
    offset += 30 + name.length + size.packed + 16;
    if (offset > most || size.plain > most) throw new RangeError('a ZIP file holds at most 4 GiB');
  }
  const directory = Buffer.concat(written.map(listed));
  yield directory;
  const count = written.length;
  yield record(0x06054b50, [4, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0]);
}

async function* deflate(
  parts: ZipEntry['parts'],
  size: { crc: number; plain: number; packed: number },
): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      size.crc = crc32(bytes, size.crc);
      size.plain += bytes.length;
      yield bytes;
    }
  }
  const source = Readable.from(counted(), { objectMode: false });
  const packed = createDeflateRaw({ level: 4 });
  source.once('error', (error) => packed.destroy(error));
  for await (const piece of source.pipe(packed)) {
    size.packed += piece.length;
    yield piece;
  }
}

/** Returns a file's entry in the directory at the end. */
function listed({ name, offset, facts }: Written): Buffer {
  const start = record(0x02014b50, [2, version], [2, version], [2, flags], [2, deflated], [2, 0], [2, day]);
  return Buffer.concat([start, facts, fields([2, name.length], [12, 0], [4, offset]), name]);
}

type Field = [bytes: number, value: number];

const record = (signature: number, ...rest: Field[]): Buffer => fields([4, signature], ...rest);

/** Numbers, the least byte first. */
function fields(...given: Field[]): Buffer {
  return Buffer.concat(
    given.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, Math.min(bytes, 6));
      return field;
    }),
  );
}

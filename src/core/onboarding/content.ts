// The type of an uploaded file follows from its bytes: its name and the type that a browser states do not count.

export const mediaTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The largest file, in bytes. */
export const mostBytes = 10 * 1024 * 1024;

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pngEnd = Buffer.from('49454e44ae426082', 'hex');
const jpegStart = Buffer.from('ffd8ff', 'hex');
const jpegEnd = Buffer.from('ffd9', 'hex');
/** Programs add a few bytes after the end of a file. */
const tailBytes = 1_024;

/** Returns the type of a whole PDF, PNG or JPEG; undefined for anything else, or for a part of one. */
export function mediaTypeOf(bytes: Buffer): MediaType | undefined {
  const tail = bytes.subarray(-tailBytes);
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return tail.includes('%%EOF') ? 'application/pdf' : undefined;
  if (startsWith(bytes, pngStart)) return tail.includes(pngEnd) ? 'image/png' : undefined;
  if (startsWith(bytes, jpegStart)) return tail.includes(jpegEnd) ? 'image/jpeg' : undefined;
  return undefined;
}

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);

export const extensionOf: Record<MediaType, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

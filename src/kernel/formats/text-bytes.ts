// Text that waits to be written, as bytes: outside of the engine's heap, where a collection would copy it again and again.

/** The size of pieces that are handed on at once: no larger than a socket takes. */
const pieceBytes = 65_536;
/** A character takes at most so many bytes for each of its units. */
const mostOfUnit = 3;

export interface TextBytes {
  add(text: string): void;
  /** Returns all that was added since the last time, in pieces that hold whole texts. */
  take(): Buffer[];
}

const nothing = Buffer.alloc(0);

export function createTextBytes(): TextBytes {
  let done: Buffer[] = [];
  let piece = nothing;
  let used = 0;

  // The rest of a piece is not kept: the bytes of all of it would live as long as this does.
  function finish(): void {
    if (used > 0) done.push(piece.subarray(0, used));
    piece = nothing;
    used = 0;
  }

  return {
    add: (text) => {
      const most = text.length * mostOfUnit;
      if (most > piece.length - used) {
        finish();
        piece = Buffer.allocUnsafeSlow(Math.max(most, pieceBytes));
      }
      used += piece.write(text, used);
    },
    take: () => {
      finish();
      const taken = done;
      done = [];
      return taken;
    },
  };
}

// The way from a pool to its server: every socket of a pool is opened here, so that a server that is away can be left
// alone and one that hangs can be hung up on. Without it a statement waits as long as TCP does: a quarter of an hour.
import net from 'node:net';

export interface Line {
  /** Returns a socket that is not connected yet; on a closed line its connecting fails in a moment. */
  socket(): GatedSocket;
  isClosed(): boolean;
  /** From now on no socket is opened, for the reason given. Those that are open stay open. */
  close(reason: string): void;
  open(): void;
  /** Ends every socket: whatever waits on one fails now. */
  cut(): void;
}

/** How long a socket of a closed line takes to fail, in milliseconds: a pool that tries again must not spin. */
const refusalMs = 10;

type Done = (error?: Error | null) => void;

/** A socket that may not be opened, and whose every sending is one call. */
export class GatedSocket extends net.Socket {
  readonly #refusal: () => string | undefined;

  constructor(refusal: () => string | undefined) {
    super();
    this.#refusal = refusal;
  }

  override connect(...to: unknown[]): this {
    const reason = this.#refusal();
    if (reason === undefined) return super.connect(...(to as [number, string]));
    setTimeout(() => this.destroy(Object.assign(new Error(reason), { code: 'ECONNREFUSED' })), refusalMs);
    return this;
  }

  override _write(bytes: Uint8Array, _encoding: BufferEncoding, done: Done): void {
    this.send(bytes, done);
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: Done): void {
    this.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  send(bytes: Uint8Array, done: Done): void {
    super._write(bytes, 'buffer' as BufferEncoding, done);
  }
}

export function createLine(): Line {
  const sockets = new Set<GatedSocket>();
  let closedFor: string | undefined;

  return {
    socket: () => {
      // A socket that was encrypted no longer tells its end.
      for (const socket of sockets) if (socket.destroyed) sockets.delete(socket);
      const socket = new GatedSocket(() => closedFor);
      sockets.add(socket);
      return socket;
    },
    isClosed: () => closedFor !== undefined,
    close: (reason) => {
      closedFor = reason;
    },
    open: () => {
      closedFor = undefined;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}

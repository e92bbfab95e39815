// A lane is one receiver's server: its scheme, host and port. One slow server fills its own lane only.
import { sha256Hex } from '../../kernel/security/crypto.ts';

const longestLane = 255;

/** Returns the queue of an address. A malformed address, or one with a host too long for an index, has a queue too. */
export function laneOf(url: string): string {
  const lane = URL.parse(url)?.origin ?? url;
  return lane.length <= longestLane && lane.isWellFormed() ? lane : sha256Hex(lane);
}

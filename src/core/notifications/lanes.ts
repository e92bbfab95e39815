// A lane is one receiver's server: its scheme, host and port. One slow server fills its own lane only.
import { sha256Hex } from '../../kernel/security/crypto.ts';

const longestLane = 255;

/** The lane of an address. Addresses that are none, or whose host no index could hold, have one all the same. */
export function laneOf(url: string): string {
  const lane = URL.parse(url)?.origin ?? url;
  return lane.length <= longestLane && lane.isWellFormed() ? lane : sha256Hex(lane);
}

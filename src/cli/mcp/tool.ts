// A tool of `tefo mcp`: its input, and the text that it returns.
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import type { Config } from '../../app/config.ts';
import type { Found } from '../../pages/docs/search.ts';

/** The parts that the tools share. */
export interface Room {
  config: Config;
  /** The code of `--site`: all tools are limited to that site. */
  site: string | undefined;
  searchDocs(query: string): Promise<Found[]>;
}

export interface Tool {
  about: string;
  input: TObject;
  isWrite: boolean;
  /** Takes valid input. */
  run(room: Room, input: never): Promise<string>;
}

/** Creates a tool that only reads. */
export const reading = <Properties extends TProperties>(
  about: string,
  properties: Properties,
  run: (room: Room, input: Static<TObject<Properties>>) => Promise<string>,
): Tool => ({ about, input: closed(properties), isWrite: false, run });

/** Creates a tool that changes a sandbox. */
export const writing = <Properties extends TProperties>(
  about: string,
  properties: Properties,
  run: (room: Room, input: Static<TObject<Properties>>) => Promise<string>,
): Tool => ({ about, input: closed(properties), isWrite: true, run });

const closed = <Properties extends TProperties>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, { additionalProperties: false });

/** An id, or the merchant's own reference. */
export const referenceText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, description });

/** How many results a tool returns. */
export const limitOf = (usual: number, most: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, description: `the maximum number (default: ${usual})` }),
  );

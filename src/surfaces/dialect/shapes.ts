// Small schemas that both surfaces of this dialect use.
import Type, { type TSchema } from 'typebox';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const uuid = Type.String({ format: 'uuid' });
export const moment = Type.String({ format: 'date-time' });
/** South African time, with its offset. */
export const localMoment = Type.String({ format: 'date-time' });
/** A calendar day in South African time. */
export const wholeDay = Type.String({ format: 'date' });
/** In rand, with at most two decimals. */
export const rand = Type.Number();
/** A site's code as a parameter. */
export const siteCode = Type.String();
/** isTest as a parameter. */
export const isTest = Type.Optional(
  Type.Boolean({
    description: 'Whether to return test payments instead of real ones; default false.',
  }),
);

// The small schemas that both surfaces of this dialect describe themselves with.
import Type, { type TSchema } from 'typebox';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const uuid = Type.String({ format: 'uuid' });
export const moment = Type.String({ format: 'date-time', description: 'UTC, with Z.' });
export const localMoment = Type.String({
  format: 'date-time',
  description: 'South African time, with its offset.',
});
export const wholeDay = Type.String({ format: 'date', description: 'A whole day of South African time.' });
export const rand = Type.Number({ description: 'In rand, with at most two decimals.' });
/** A site's code as a parameter. */
export const siteCode = Type.String({ description: 'One of the merchant’s sites.' });
/** isTest as a parameter. */
export const isTest = Type.Optional(
  Type.Boolean({
    description:
      'Whether test payments are meant, in place of real ones; they are not where it is not given.',
  }),
);

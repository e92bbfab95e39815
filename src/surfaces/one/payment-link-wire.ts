// The JSON of payment links.
import Type, { type Static } from 'typebox';
import { type Link, type LinkState, linkStateAt, linkUses, type NewLink } from '../../core/links/actions.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { band, readBand } from './band.ts';
import type { OneConfig } from './deps.ts';
import {
  Amount,
  cellphone,
  checkAddress,
  email,
  links,
  moment,
  readAmount,
  readMoment,
  text,
  uuid,
  webAddress,
  writeAmount,
} from './wire.ts';

const optional = Type.Optional;

export const linkStatus: Record<LinkState, string> = {
  active: 'Active',
  paid: 'Paid',
  disabled: 'Disabled',
  expired: 'Expired',
};

export const publicLinkStates = Object.values(linkStatus);

const terms = {
  amount: optional(Amount),
  variableAmount: optional(band('LinkAmounts')),
  description: optional(text(100)),
  customer: optional(
    Type.Object({ name: optional(text(100)), email: optional(email), cellphone: optional(cellphone) }),
  ),
  returnUrl: optional(webAddress),
  notifyUrl: optional(webAddress),
};

export const NewLinkBody = Type.Object(
  {
    siteCode: text(50),
    ...terms,
    merchantReference: optional(text(50)),
    uses: optional(Type.Enum([...linkUses])),
    expireAt: optional(Type.String({ format: 'date-time', maxLength: 40 })),
  },
  { title: 'PaymentLinkRequest' },
);
export type NewLinkBody = Static<typeof NewLinkBody>;

export const LinkRecord = Type.Object(
  {
    links: links('self', 'disable'),
    id: uuid,
    url: Type.String({ format: 'uri' }),
    status: Type.Enum(publicLinkStates),
    uses: Type.Enum([...linkUses]),
    payments: Type.Integer({ minimum: 0 }),
    siteCode: Type.String(),
    ...terms,
    merchantReference: text(50),
    createdDate: moment,
    expireAt: optional(moment),
  },
  { title: 'PaymentLink' },
);

export const paymentLinkUrl = ({ oneUrl }: OneConfig, id: string): string => `${oneUrl}/paymentlinks/${id}`;

/** Converts a validated body to the core's input. Throws a 400 with a pointer if a rule beyond its schema is broken. */
export function readNewLink(config: OneConfig, body: NewLinkBody, site: Site): NewLink {
  const { amount, variableAmount, returnUrl, notifyUrl } = body;
  const minimum = variableAmount && readAmount(variableAmount.minimumValue, '/variableAmount/minimumValue');
  const places = { band: '/variableAmount', amount: '/variableAmount' };
  if (returnUrl !== undefined) checkAddress(returnUrl, '/returnUrl', config, false);
  if (notifyUrl !== undefined) checkAddress(notifyUrl, '/notifyUrl', config, true);
  return {
    site,
    amount: amount && readAmount(amount.value, '/amount/value'),
    band: variableAmount && minimum !== undefined ? readBand(variableAmount, minimum, places) : undefined,
    merchantReference: body.merchantReference,
    description: body.description,
    customer: body.customer,
    uses: body.uses ?? 'single',
    expiresAt: body.expireAt === undefined ? undefined : readMoment(body.expireAt, '/expireAt'),
    returnUrl,
    notifyUrl,
  };
}

interface Shown {
  config: OneConfig;
  siteCode: string;
  /** How many of its payments are paid. */
  paid: number;
  now: Date;
}

export function writeLink(link: Link, { config, siteCode, paid, now }: Shown): Static<typeof LinkRecord> {
  const self = paymentLinkUrl(config, link.id);
  const { amountCents, minimumCents, maximumCents } = link;
  return {
    links: { self, disable: `${self}/disable` },
    id: link.id,
    url: `${config.publicUrl}/link/${link.code}`,
    status: linkStatus[linkStateAt(link, now)],
    uses: link.uses,
    payments: paid,
    siteCode,
    ...(amountCents !== null && { amount: writeAmount(amountCents) as Static<typeof Amount> }),
    ...(minimumCents !== null &&
      maximumCents !== null && {
        variableAmount: {
          minimumValue: writeAmount(minimumCents).value,
          maximumValue: writeAmount(maximumCents).value,
        },
      }),
    ...(link.description !== null && { description: link.description }),
    ...(link.customer && { customer: link.customer }),
    ...(link.returnUrl !== null && { returnUrl: link.returnUrl }),
    ...(link.notifyUrl !== null && { notifyUrl: link.notifyUrl }),
    merchantReference: link.merchantReference,
    createdDate: link.createdAt.toISOString(),
    ...(link.expiresAt && { expireAt: link.expiresAt.toISOString() }),
  };
}

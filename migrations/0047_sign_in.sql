-- Passkeys: a second factor whose secret never leaves the device.
create table console.passkeys (
  id uuid primary key,
  user_id uuid not null references console.users (id),
  name text not null check (length(name) between 1 and 60),
  -- In base64url, as browsers name it.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- How often the device says it was used: a smaller number than before is a copy of it. Many devices always say 0.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on console.passkeys (user_id);

-- What a device is asked to sign, once.
create table console.challenges (
  challenge text primary key check (length(challenge) between 20 and 100),
  session_id text not null,
  purpose text not null check (purpose in ('register', 'show')),
  created_at timestamptz not null
);
create index challenges_created on console.challenges (created_at);

-- Whom a company's own sign-in means: its issuer and the subject there, which is never given to somebody else.
create table console.identities (
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references console.users (id),
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_user on console.identities (user_id);

-- Sign-ins that have gone to the company and not come back.
create table console.company_requests (
  -- SHA-256 of the cookie's key, in hexadecimal.
  key_hash text primary key check (length(key_hash) = 64),
  state text not null,
  nonce text not null,
  -- Of PKCE.
  verifier text not null,
  back text not null,
  created_at timestamptz not null
);
create index company_requests_created on console.company_requests (created_at);

-- The company says that it has asked for two factors.
alter table console.sessions add column is_strong boolean not null default false;
-- Given by the groups of a company's account, and taken away with them; what a person gave stays.
alter table console.held add column is_of_company boolean not null default false;

-- For what is forgotten after its time.
create index sessions_seen on console.sessions (seen_at);
create index forms_claimed on console.forms (claimed_at);

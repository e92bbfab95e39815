-- How a site looks and is reached on its customers' pages.
alter table sites
  add column phone text,
  add column email text,
  -- As "#0a6b4a": dark enough for white text on it.
  add column colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- Of the logo in site_logos: hash, width, height.
  add column logo jsonb check (jsonb_typeof(logo) = 'object');

-- Logos as we have written them anew: what was uploaded is not kept. Named by their content.
create table site_logos (
  site_id uuid primary key references sites (id),
  merchant_id uuid not null references merchants (id),
  hash text not null,
  png bytea not null check (length(png) <= 262144),
  created_at timestamptz not null
);
create index site_logos_hash on site_logos (hash);

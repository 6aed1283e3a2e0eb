-- One-time passwords that we make and send, and the numbers that people have confirmed with them.

-- One row for each code sent. The rows are the counters too, so that a restart forgets no limit; purged after two days.
create table otps (
  reference     uuid primary key,
  purpose       text not null check (purpose in ('login', 'verify_mobile', 'kyc', 'payment')),
  msisdn        text not null check (msisdn ~ '^66[0-9]{9}$'),
  -- who asked: a member, or a visitor; the address as limits count it (IPv6 by its /64)
  user_id       bigint references users on delete cascade,
  address       inet,
  ref_code      text not null,
  code_hash     bytea not null,
  tries         smallint not null default 0,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  -- the telecom did not take it: nobody got this code
  failed_at     timestamptz,
  confirmed_at  timestamptz,
  -- a newer code took its place, or its tries are used up
  ended_at      timestamptz,
  -- what the right code was exchanged for; single use
  token_hash    bytea unique,
  token_expires_at timestamptz,
  token_used_at timestamptz
);
create index otps_number on otps (msisdn, created_at);
create index otps_address on otps (address, created_at);
create index otps_age on otps (created_at);
create index otps_user on otps (user_id) where user_id is not null;

-- Numbers that people have confirmed to be theirs for KYC. The current one has no end; the others are the history.
create table kyc_numbers (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users on delete cascade,
  msisdn       text not null check (msisdn ~ '^66[0-9]{9}$'),
  confirmed_at timestamptz not null,
  replaced_at  timestamptz
);
create unique index kyc_numbers_person on kyc_numbers (user_id) where replaced_at is null;
create unique index kyc_numbers_number on kyc_numbers (msisdn) where replaced_at is null;
create index kyc_numbers_history on kyc_numbers (user_id, confirmed_at);

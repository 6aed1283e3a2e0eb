-- Wrong passwords count by the login and, in a browser that the account knows, by that browser: strangers cannot use up its tries.
alter table password_failures add column device bytea not null default '';
alter table password_failures drop constraint password_failures_pkey;
alter table password_failures add primary key (login, device);

-- The known browser that asked for a code; those of a member or of one have limits of their own.
alter table otps add column device bytea;
-- Asked for by whom the recipient belongs to, so it does not count among those that strangers ask for.
alter table otps add column is_own boolean not null default false;

-- Since when the owner of a number wants no codes for logging in that are asked for in browsers unknown to the account.
alter table users add column login_codes_stopped_at timestamptz;

-- One-time codes go to e-mail addresses too: a code is for one number or for one address.
alter table otps alter column msisdn drop not null;
alter table otps add column email citext;
alter table otps add constraint otps_one_recipient check (num_nonnulls(msisdn, email) = 1);
alter table otps drop constraint otps_purpose_check;
alter table otps add constraint otps_purpose_check check (purpose in ('login', 'verify_mobile', 'kyc', 'payment', 'verify_email'));
create index otps_email on otps (email, created_at) where email is not null;

-- Paying by mobile number: the telecom takes the money from the number's balance, or puts it on its bill.

-- Who has the charge of this attempt. Attempts made before there was a second one are the payment provider's.
alter table payments add column provider text not null default 'opn' check (provider in ('opn', 'telecom'));
-- Whose number pays, `66812345678`: a new code goes to the same number.
alter table payments add column msisdn text;
-- What the telecom's text shows beside its code, so that a person knows which text belongs to the page.
alter table payments add column otp_reference text;
alter table payments add constraint payments_mobile check ((provider = 'telecom') = (msisdn is not null));
-- How many texts a number was sent lately.
create index payments_msisdn on payments (msisdn, created_at desc) where msisdn is not null;

-- `{provider}` is the setting PROVIDER_NAME.
insert into payment_channels (code, name_th, name_en, position, min_satang, max_satang, network_types) values
  ('ais_prepaid', '{provider} เติมเงิน', '{provider} Prepaid', 2, 100, 500000, '{prepaid}'),
  ('ais_postpaid', '{provider} รายเดือน', '{provider} Postpaid', 3, 100, 500000, '{postpaid}');

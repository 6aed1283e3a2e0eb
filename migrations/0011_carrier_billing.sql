-- Payments by mobile number in two steps.

alter table shop.payments
  -- Names the check of the texted code at the telecom.
  add column authorization_id text,
  -- The telecom's own reference of the charge: both sides name it in a dispute.
  add column server_reference text;

-- A message that asks for an answer names the offer it speaks of. The offer goes with its team or its person; the message stays.
alter table inbox_messages add column offer_id bigint;

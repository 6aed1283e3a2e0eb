-- What a message is about stands in its row, instead of in its address: an offer or a proposed time that it asks about, or a match. The
-- owner of these things is asked by id whether a notice of it is still wanted.
alter table people.inbox_messages add column subject_kind text, add column subject_id bigint,
  add check (subject_kind in ('offer', 'proposal', 'match')), add check ((subject_kind is null) = (subject_id is null));
update people.inbox_messages set subject_kind = 'offer', subject_id = offer_id where offer_id is not null;
update people.inbox_messages set subject_kind = 'proposal', subject_id = proposal_id where proposal_id is not null;
update people.inbox_messages set subject_kind = 'match', subject_id = substring(href from '^/esport/match/(\d{1,18})(?:\D|$)')::bigint
where subject_kind is null and href ~ '^/esport/match/\d{1,18}(\D|$)';
drop function esports.asks_in_vain(people.inbox_messages, timestamptz);
alter table people.inbox_messages drop column offer_id, drop column proposal_id;
create index inbox_messages_proposal on people.inbox_messages (subject_id) where subject_kind = 'proposal';

-- A message that asks for a time names the proposal it speaks of, so that it can be answered where it is read.
alter table inbox_messages add column proposal_id bigint references match_proposals on delete set null;
create index inbox_messages_proposal on inbox_messages (proposal_id) where proposal_id is not null;

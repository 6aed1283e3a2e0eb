-- A disqualified entrant without a place in the ranking, and what became of that place.
alter table entrants add column stripped text check (stripped in ('move_up', 'leave_empty'));

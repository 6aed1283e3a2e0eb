-- For which start both sides were reminded: a match that is moved is reminded of again.
alter table matches add column reminded_for timestamptz;
-- Matches under way or fixed of which an entrant is part are found by 0046's indexes; the clock asks for windows by their default.
create index match_rounds_default on match_rounds (default_at);

-- How often a stage was drawn until this draw came of it: the first is 1. Whoever checks a published seed reads how many were tried.
alter table draws add column draft int not null default 1 check (draft >= 1);
-- A version came of each draw, and of each step that the log knows.
update draws d set draft = greatest(1, d.version - (
  select count(*) from tournament_revisions r where r.tournament_id = d.tournament_id
    and r.kind in ('draw_submitted', 'draw_reopened', 'draw_swapped', 'bracket_published') and (r.after->>'stage')::int = d.stage));

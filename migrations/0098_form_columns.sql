-- What statements ask of a tournament's form are columns, with the defaults of fields that an organizer left empty. A test compares these
-- with the defaults of the form itself.
alter table esports.tournaments
  add column form_name_th text generated always as (form->>'nameTh') stored,
  add column form_name_en text generated always as (form->>'nameEn') stored,
  add column pictures text[] not null
    generated always as (array_remove(array[form->>'banner', form->>'logo'], null)) stored,
  add column contact text generated always as (form->>'contact') stored,
  add column prizes jsonb not null generated always as (coalesce(form->'prizes', '[]')) stored,
  add column first_elimination text generated always as (form->'stages'->0->>'elimination') stored,
  add column reporter text not null generated always as (coalesce(form->>'reporter', 'captain')) stored,
  add column confirm_minutes bigint not null generated always as (coalesce((form->>'confirmMinutes')::bigint, 30)) stored,
  add column hours_from bigint not null generated always as (coalesce((form->>'hoursFrom')::bigint, 0)) stored,
  add column hours_to bigint not null generated always as (coalesce((form->>'hoursTo')::bigint, 24)) stored,
  add column show_game_id boolean not null generated always as (coalesce((form->>'showGameId')::boolean, false)) stored;

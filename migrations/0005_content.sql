-- Everything that people read to decide or to find their way: articles, promotions, the help centre, pages.
create schema content;

create table content.articles (
  id            bigint generated always as identity primary key,
  kind          text not null check (kind in ('game_review', 'game_guide', 'game_update', 'promotion', 'hot_promotion', 'manual', 'faq', 'page')),
  -- path below /manual/ or /; of a shipped file, its name
  slug          text check (slug ~ '^[a-z0-9-]+(/[a-z0-9-]+)*$'),
  state         text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'archived')),
  publish_at    timestamptz,
  unpublish_at  timestamptz,
  published_at  timestamptz,
  -- place in the manual's tree and among the questions
  "position"    int not null default 0,
  pinned        boolean not null default false,
  -- what both languages share (`document::Shared`)
  shared        jsonb not null,
  -- counted up by every save; an editor names the one that was shown
  version       int not null default 1,
  -- hash of the shipped files from which it was last taken; null where it does not ship
  file_hash     text,
  -- staff changed it after it was taken from its files
  edited        boolean not null default false,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  constraint schedule_has_an_order check (publish_at is null or unpublish_at is null or publish_at < unpublish_at),
  constraint scheduled_has_a_time check (state <> 'scheduled' or publish_at is not null)
);
create unique index articles_slug on content.articles (kind, slug) where slug is not null;
create index articles_switched on content.articles (state) where publish_at is not null or unpublish_at is not null;

create table content.article_texts (
  article_id  bigint not null references content.articles on delete cascade,
  lang        text not null check (lang in ('th', 'en')),
  title       text not null,
  summary     text not null,
  body        text not null,
  picture_alt text not null default '',
  -- further texts of its kind (`document::Localized`)
  localized   jsonb not null,
  -- the body rendered and cleaned when it was saved (`markdown::Rendered`)
  rendered    jsonb not null,
  primary key (article_id, lang)
);

-- Every save, as a whole (`document::Document`).
create table content.article_revisions (
  article_id bigint not null references content.articles on delete cascade,
  version    int not null,
  document   jsonb not null,
  saved_at   timestamptz not null,
  -- null: a shipped file, or a command
  saved_by   bigint references people.users on delete set null,
  primary key (article_id, version)
);
create index article_revisions_saved_by on content.article_revisions (saved_by) where saved_by is not null;

-- Slugs that an article had before: their addresses redirect.
create table content.former_slugs (
  kind       text not null,
  slug       text not null,
  article_id bigint not null references content.articles on delete cascade,
  primary key (kind, slug)
);
create index former_slugs_article on content.former_slugs (article_id);

-- "Did this help?": the last answer of each reader.
create table content.page_votes (
  article_id bigint not null references content.articles on delete cascade,
  -- a member's id, or a hash of a visitor's address that changes every day
  voter      text not null,
  lang       text not null check (lang in ('th', 'en')),
  helpful    boolean not null,
  note       text not null default '' check (length(note) <= 500),
  voted_at   timestamptz not null,
  primary key (article_id, voter)
);

-- Every node keeps what is published in memory, beside the catalogue, and reads both again when told so.
create function content.changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;

create trigger changed after insert or delete or update on content.articles for each statement execute function content.changed();
create trigger changed after insert or delete or update on content.article_texts for each statement execute function content.changed();

-- The questions moved to articles.
delete from shop.app_config where key = 'faq';

-- Promotions show how many uses of their coupon are left.
create trigger changed after insert or delete or update of used, quota_total on shop.coupons for each statement
  execute function shop.catalogue_changed();

-- Names as they are compared by likeness, for searches with typing errors. pg_trgm takes for letters what the database's locale does: Thai
-- ones in few, and in none the vowels above and below. So each Thai letter becomes a letter and a digit, which it takes in every locale and
-- which no Latin word looks like. Letters that sound the same, and vowels that differ in length alone, are one; what stands above them to
-- mark tone or silence, and what cannot be seen, is gone. Two characters a letter also leave more trigrams alike around a wrong one: Thai
-- has no spaces that would begin words.
create function search_fold(name text) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(case place when 0 then letter else substr('g0k1q2j3c4s5y6d7v8t9n0b1p2x3f4m5r6w7h8o9a0e1i2u3z4l5g7b8', 2 * place - 1, 2) end, '' order by number), '')
  from (
    select letter, number, strpos('ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁ', letter) as place
    from unnest(string_to_array(
      translate(replace(lower(normalize(name, nfkc)), 'เเ', 'แ'),
        'กขฃคฅฆงจฉชฌซศษสญยฎดฏตฐฑฒถทธณนบปผพภฝฟมํรฤลฦฬวหฮอะัาๅิีึืุูเแโใไ๐๑๒๓๔๕๖๗๘๙่้๊๋์็ๆฯฺ๎' || U&'\00AD\200B\200C\200D\2060\FEFF',
        'ABBBBBCDEEEFFFFGGHHIIJJJJJJKKLMNNNOOPPQQQQQRSSTUUVVWWXXYYZZÀÁÁ0123456789'),
      null)) with ordinality as letters (letter, number)
  ) as placed
$$;

-- Both are short lists: some hundred places to learn, some thousand tournaments. Writing them anew takes a moment.
alter table organizations add column search_folded text not null generated always as (search_fold(name_th || ' ' || name_en || ' ' || aliases)) stored;
create index organizations_search_folded on organizations using gin (search_folded gin_trgm_ops);
alter table tournaments add column search_folded text not null generated always as (search_fold(name_th || ' ' || name_en)) stored;
create index tournaments_search_folded on tournaments using gin (search_folded gin_trgm_ops) where published_at is not null;
-- The version before still looks at tournaments.search; the column goes when it is gone.
drop index tournaments_search;

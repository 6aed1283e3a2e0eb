-- Some login providers put the e-mail, its local part or the number where they know no name, and others saw it. Who has not chosen a name
-- since is called what somebody without a name is called.
update users u set display_name = case language when 'en' then 'Member' else 'สมาชิก' end, version = version + 1
where (lower(display_name) in (lower(email::text), lower(split_part(email::text, '@', 1))) or display_name like '%@%' or display_name ~ '^[+0-9() .-]+$')
  and not exists (select from profiles p where p.user_id = u.id);

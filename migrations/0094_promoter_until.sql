-- Whether somebody may run tournaments is asked at every request: the right stands with the person, written by who grants it and takes it back.
alter table people.users add column promoter_until timestamptz;
update people.users u set promoter_until = p.expires_at from esports.promoters p where p.user_id = u.id and p.revoked_at is null;

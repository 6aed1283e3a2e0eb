//! Teams, offers, tournaments and entries, with every user who has a role over them. Written straight into the tables, so that a case is cheap
//! and does not depend on other calls.

use manao_kernel::access::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::stage::{As, Owned};
use crate::support::{Client, World};

const TEAM: &str = "select concat_ws(' ', t.name, t.version, t.disbanded_at, (select string_agg(m::text, ',' order by m.user_id) from esports.team_members m
                    where m.team_id = t.id), (select count(*) from esports.membership_offers o where o.team_id = t.id)) from esports.teams t where t.id = $1::bigint";
const OFFER: &str = "select concat_ws(' ', o.status, (select count(*) from esports.team_members m where m.team_id = o.team_id))
                     from esports.membership_offers o where o.id = $1::bigint";
/// Without the scheduler's announcements, which no call causes.
const TOURNAMENT: &str = "select concat_ws(' ', (to_jsonb(t) - '{phase,announced,due_at,live_version}'::text[])::text, (select string_agg(e::text, ',' order by e.id) from esports.entrants e where e.tournament_id = t.id),
                          (select count(*) from esports.tournament_staff s where s.tournament_id = t.id),
                          (select count(*) from esports.tournament_revisions r where r.tournament_id = t.id)) from esports.tournaments t where t.id = $1::bigint";
const MATCH: &str = "select concat_ws(' ', m::text, (select count(*) from esports.match_results r where r.match_id = m.id),
                     (select count(*) from esports.group_closures c where c.tournament_id = m.tournament_id)) from esports.matches m where m.id = $1::bigint";
const PROPOSAL: &str =
    "select concat_ws(' ', p.state, m::text, r.version) from esports.match_proposals p join esports.matches m on m.id = p.match_id
                        join esports.match_rooms r on r.match_id = m.id where p.id = $1::bigint";
const THREAD: &str =
    "select concat_ws(' ', t::text, (select string_agg(r::text, ',') from esports.message_reads r where r.thread_id = t.id))
                      from esports.threads t where t.id = $1::bigint";
const MESSAGE: &str = "select concat_ws(' ', m::text, (select count(*) from esports.message_flags f where f.message_id = m.id))
                       from esports.messages m where m.id = $1::bigint";
const ENTRANT: &str = "select concat_ws(' ', e::text, (select string_agg(p::text, ',' order by p.user_id) from esports.entrant_players p where p.entrant_id = e.id),
                       (select string_agg(d::text, ',' order by d.user_id, d.kind) from esports.entrant_documents d where d.entrant_id = e.id))
                       from esports.entrants e where e.id = $1::bigint";

/// A team of two.
struct Team {
    id: i64,
    captain: Client,
    member: Client,
}

impl Team {
    async fn new(world: &World) -> Self {
        Self::with(world, world.user("member").await).await
    }

    async fn with(world: &World, member: Client) -> Self {
        let captain = world.user("captain").await;
        let id = insert(
            &world.app.db,
            "with team as (insert into esports.teams (name, short_name, name_key, created_at)
                           values ('Squad of ' || $1, 'SQ', 'squad' || $1, now()) returning id),
                  members as (insert into esports.team_members (user_id, team_id, role, joined_at)
                              select m.user_id, team.id, m.role, now() - interval '3 days'
                              from team, (values ($1, 'captain'), ($2, 'member')) as m (user_id, role))
             select id from team",
            &[captain.user_id, member.user_id],
        )
        .await;
        Self { id, captain, member }
    }

    fn parts(&self) -> Value {
        json!({"teamId": self.id, "captainId": self.captain.user_id, "userId": self.member.user_id})
    }
}

/// A published tournament that a team has entered, with its staff.
pub struct Staged {
    id: i64,
    entrant: i64,
    team: Team,
    pub promoter: Client,
    co_promoter: Client,
    assistant: Client,
    suspended: Client,
}

impl Staged {
    pub async fn new(world: &World) -> Self {
        let team = Team::new(world).await;
        Self::of(world, team).await
    }

    async fn of(world: &World, team: Team) -> Self {
        let (promoter, co_promoter) = (world.promoter("promoter").await, world.user("co-promoter").await);
        let (assistant, suspended) = (world.user("assistant").await, world.suspended("co-promoter").await);
        let db = &world.app.db;
        let id = insert(
            db,
            r#"with tournament as (
                 insert into esports.tournaments (promoter_id, form, name_th, name_en, game_id, category, contestant_type, format, join_mode,
                   main_players, max_substitutes, capacity, registration_start_at, registration_end_at, draw_at, start_at, end_at,
                   published_at, phase, first_entry_at, created_at, updated_at)
                 select $1, jsonb_build_object('nameTh', 'ถ้วยของ ' || $1, 'nameEn', 'Cup of ' || $1, 'gameId', g.id, 'category', 'Open',
                   'contestantType', 'team', 'mode', 'online', 'mainPlayers', 2, 'maxSubstitutes', 1, 'capacity', 8, 'joinMode', 'review',
                   'stages', '[{"format": "bracket", "elimination": "single"}]'::jsonb), 'ถ้วยของ ' || $1, 'Cup of ' || $1, g.id,
                   'Open', 'team', 'bracket', 'review', 2, 1, 8, now() - interval '1 day', now() + interval '5 days', now() + interval '6 days',
                   now() + interval '7 days', now() + interval '9 days', now() - interval '2 days', 'register', now(), now(), now()
                 from esports.esport_games g where g.slug = 'rov' returning id),
               stages as (insert into esports.tournament_stages (tournament_id, position, format, settings)
                          select id, 1, 'bracket', '{"format": "bracket", "elimination": "single"}' from tournament),
               staff as (insert into esports.tournament_staff (tournament_id, user_id, role, added_at)
                         select tournament.id, s.user_id, s.role, now() from tournament,
                           (values ($2, 'co_promoter'), ($3, 'assistant'), ($4, 'co_promoter')) as s (user_id, role))
               select id from tournament"#,
            &[promoter.user_id, co_promoter.user_id, assistant.user_id, suspended.user_id],
        )
        .await;
        let entrant = insert(
            db,
            "with entrant as (
               insert into esports.entrants (tournament_id, team_id, status, name, short_name, submitted_at, created_at, updated_at)
               values ($1, $2, 'register', 'Squad', 'SQ', now(), now(), now()) returning id),
             players as (insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, game_id, display_name)
                         select entrant.id, $1, p.user_id, 'main', p.position, '20394817', 'Player'
                         from entrant, (values ($3, 1), ($4, 2)) as p (user_id, position))
             select id from entrant",
            &[id, team.id, team.captain.user_id, team.member.user_id],
        )
        .await;
        Self { id, entrant, team, promoter, co_promoter, assistant, suspended }
    }

    /// Returns the people with a role over the tournament or the entry.
    fn holders(&self) -> Vec<(As, Client)> {
        vec![
            (As::Holder(Role::Promoter), self.promoter.clone()),
            (As::Holder(Role::CoPromoter), self.co_promoter.clone()),
            (As::Holder(Role::Assistant), self.assistant.clone()),
            (As::Holder(Role::Captain), self.team.captain.clone()),
            (As::Holder(Role::Member), self.team.member.clone()),
            (As::SuspendedCoPromoter, self.suspended.clone()),
        ]
    }

    pub fn captain(&self) -> &Client {
        &self.team.captain
    }

    /// Returns the parts that paths and bodies may name.
    pub fn parts(&self) -> Value {
        let mut parts = self.team.parts();
        for (name, value) in [
            ("tournamentId", json!(self.id)),
            ("tournament_id", json!(self.id)),
            ("entrantId", json!(self.entrant)),
            ("contestantId", json!(self.entrant)),
            ("bracketFormat", json!("bracket")),
            ("version", json!(1)),
        ] {
            parts[name] = value;
        }
        parts
    }
}

/// Returns a team; for staff of a tournament, one that has entered it.
pub async fn team(world: &World, wanted: Role) -> Owned {
    if matches!(wanted, Role::Promoter | Role::CoPromoter) {
        let staged = Staged::new(world).await;
        let assistant =
            |(caller, client)| (if caller == As::Holder(Role::Assistant) { As::Beside(Role::Assistant) } else { caller }, client);
        let holders = staged.holders().into_iter().map(assistant).collect();
        return Owned { id: json!(staged.team.id), secrets: Vec::new(), state: TEAM, parts: staged.parts(), holders };
    }
    let team = Team::new(world).await;
    Owned {
        id: json!(team.id),
        secrets: Vec::new(),
        state: TEAM,
        parts: team.parts(),
        holders: vec![(As::Holder(Role::Captain), team.captain.clone()), (As::Holder(Role::Member), team.member.clone())],
    }
}

/// Returns an invitation for the invited user, and a request for every other role.
pub async fn offer(world: &World, wanted: Role) -> Owned {
    let team = Team::new(world).await;
    let candidate = world.user("candidate").await;
    let invitation = wanted == Role::Invited;
    let id = insert(
        &world.app.db,
        "insert into esports.membership_offers (team_id, user_id, kind, created_by, created_at, expires_at)
         values ($1, $2, case $3 when 1 then 'invitation' else 'request' end, case $3 when 1 then $4 else $2 end, now(), now() + interval '7 days')
         returning id",
        &[team.id, candidate.user_id, i64::from(invitation), team.captain.user_id],
    )
    .await;
    Owned {
        id: json!(id),
        secrets: Vec::new(),
        state: OFFER,
        parts: team.parts(),
        holders: vec![
            (As::Holder(if invitation { Role::Invited } else { Role::Applicant }), candidate),
            (As::Holder(Role::Captain), team.captain.clone()),
            (As::Beside(Role::Member), team.member.clone()),
        ],
    }
}

pub async fn tournament(world: &World) -> Owned {
    let staged = Staged::new(world).await;
    let (parts, holders) = (staged.parts(), staged.holders());
    Owned { id: json!(staged.id), secrets: Vec::new(), state: TOURNAMENT, parts, holders }
}

pub async fn entrant(world: &World) -> Owned {
    let staged = Staged::new(world).await;
    let (parts, holders) = (staged.parts(), staged.holders());
    Owned { id: json!(staged.entrant), secrets: Vec::new(), state: ENTRANT, parts, holders }
}

/// Creates a match of a published bracket, between the team and another.
pub async fn match_of_two(world: &World) -> Owned {
    let staged = Staged::new(world).await;
    let id = insert(
        &world.app.db,
        "with other as (insert into people.users (display_name, email, created_at)
                        values ('Rival', ('rival-' || gen_random_uuid() || '@example.com')::citext, now()) returning id),
              rival as (insert into esports.entrants (tournament_id, user_id, status, name, short_name, submitted_at, created_at, updated_at)
                        select $1, id, 'join', 'Rival', 'RI', now(), now(), now() from other returning id),
              drawn as (insert into esports.draws (tournament_id, stage, state, method, seed, base, arrangement, version, generated_at, published_at)
                        select $1, 1, 'published', 'seeded', 0, array[$2, rival.id], jsonb_build_array(jsonb_build_array($2, rival.id)), 1,
                          now(), now() from rival),
              match as (insert into esports.matches (tournament_id, stage, position, round, number, part, home_id, away_id, home_slot, away_slot, state, version)
                        select $1, 1, 0, 1, 1, 'main', $2, rival.id, 'e' || $2, 'e' || rival.id, 'ready', 1 from rival
                        returning id, home_id, away_id, state)
         insert into esports.match_rooms (match_id, home_id, away_id, state) select * from match returning match_id",
        &[staged.id, staged.entrant],
    )
    .await;
    let (parts, holders) = (staged.parts(), staged.holders());
    Owned { id: json!(id), secrets: Vec::new(), state: MATCH, parts, holders }
}

/// Creates a time that the other side of such a match proposed.
pub async fn proposal(world: &World) -> Owned {
    let of = match_of_two(world).await;
    let id = insert(
        &world.app.db,
        "insert into esports.match_proposals (match_id, side, at, created_at, expires_at)
         select $1, 'away', now() + interval '8 days', now(), now() + interval '2 days' returning id",
        &[of.id.as_i64().unwrap()],
    )
    .await;
    Owned { id: json!(id), state: PROPOSAL, ..of }
}

/// Creates the thread of such a match.
pub async fn thread(world: &World) -> Owned {
    let of = match_of_two(world).await;
    let id = insert(&world.app.db, "select id from esports.threads where match_id = $1", &[of.id.as_i64().unwrap()]).await;
    Owned { id: json!(id), state: THREAD, ..of }
}

/// Writes a message by the other side there.
pub async fn message(world: &World) -> Owned {
    let of = thread(world).await;
    let id = insert(
        &world.app.db,
        "with next as (update esports.threads set last_seq = 1 where id = $1 returning id)
         insert into esports.messages (thread_id, seq, kind, side, name, text, created_at) select id, 1, 'text', 'away', 'Rival', 'Hello', now() from next
         returning id",
        &[of.id.as_i64().unwrap()],
    )
    .await;
    Owned { id: json!(id), state: MESSAGE, secrets: vec!["Hello".to_owned()], ..of }
}

/// Creates a document that its owner has handed in for a tournament. Two of the staff may view it; the others and the team may not.
pub async fn evidence(world: &World, document: Owned) -> Owned {
    let owner = document.holder(Role::Owner).clone();
    let team = Team::with(world, owner.clone()).await;
    let staged = Staged::of(world, team).await;
    let given = "insert into esports.entrant_documents (entrant_id, user_id, kind, document_id, given_at) values ($1, $2, 'id_card', $3, now())";
    let id: uuid::Uuid = document.id.as_str().unwrap().parse().unwrap();
    sqlx::query(given).bind(staged.entrant).bind(owner.user_id).bind(id).execute(&world.app.db).await.unwrap();
    let beside = |(caller, client): (As, Client)| match caller {
        As::Holder(Role::Member) => None,
        As::Holder(role @ (Role::Assistant | Role::Captain)) => Some((As::Beside(role), client)),
        _ => Some((caller, client)),
    };
    let holders = document.holders.into_iter().chain(staged.holders().into_iter().filter_map(beside)).collect();
    Owned { holders, ..document }
}

async fn insert(db: &PgPool, sql: &'static str, values: &[i64]) -> i64 {
    let query = values.iter().fold(sqlx::query_scalar::<_, i64>(sql), |query, value| query.bind(*value));
    query.fetch_one(db).await.expect(sql)
}

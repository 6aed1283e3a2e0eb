//! Rooms of the demo's matches that wait to be played: agreed times, messages and reports of both sides and the promoter.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::tournament::Format;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::scenes::{ANNOUNCEMENT, Action, DOUBLE, Line, Proof, SINGLE, When, Who};
use crate::brackets::{MatchGame, MatchScore, MatchSide, run};
use crate::broadcasts::{self, BroadcastNew};
use crate::matches::run as matches;
use crate::messages::{self, MessageNew, ThreadScope};
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_people::files::Picture;

/// Size of a proof, in pixels.
const PROOF: (u32, u32) = (960, 540);

/// A running tournament.
#[derive(Clone, Copy)]
pub struct UnderWay {
    pub id: i64,
    pub promoter_id: i64,
}

/// A match that is not played yet, with its scene.
struct Room {
    id: i64,
    promoter_id: i64,
    one: Side,
    other: Side,
    scene: &'static [Line],
    /// Whether the match is of a double elimination
    double: bool,
    /// Set after a refusal, for instance when a player is busy in an earlier edition; the rest of the scene no longer fits
    over: bool,
}

struct Side {
    side: MatchSide,
    entrant_id: i64,
    captain: i64,
    mate: i64,
}

/// Plays all scenes step by step in the order of their times, so that inboxes fill in that order.
pub async fn load(app: &App, tournaments: &[UnderWay], now: DateTime<Utc>) -> anyhow::Result<()> {
    let mut rooms = Vec::new();
    for tournament in tournaments {
        let found = waiting(app, *tournament).await?;
        if found.iter().any(|room| room.double) {
            announce(app, *tournament, now).await?;
        }
        rooms.extend(found);
    }
    let mut steps: Vec<(DateTime<Utc>, usize, &Line)> = rooms
        .iter()
        .enumerate()
        .flat_map(|(number, room)| room.scene.iter().map(move |line| (line.0.at(now), number, line)))
        .collect();
    steps.sort_by_key(|(at, number, _)| (*at, *number));
    for (at, number, (_, who, deed)) in steps {
        let room = &mut rooms[number];
        if room.over {
            continue;
        }
        app.clock.set(at);
        if let Err(problem) = room.act(app, *who, deed, now).await {
            anyhow::ensure!(problem.code().status < 500, "the demo's room {}: {problem}", room.id);
            tracing::warn!(match_id = room.id, %problem, "a scene of the demo ends early");
            room.over = true;
        }
    }
    app.clock.set(now);
    matches::clock(app.clone()).await
}

/// Returns the matches that can be played, each with its scene; those of the sandbox's teams first.
async fn waiting(app: &App, tournament: UnderWay) -> anyhow::Result<Vec<Room>> {
    let rows = sqlx::query!(
        r#"select m.id, s.format as "format: Format", a.name in ('Bangkok Limes', 'Naga Pulse') and h.name not in ('Bangkok Limes', 'Naga Pulse') as "turned!",
                  h.id as home_id, a.id as away_id,
                  exists (select from esports.matches l where l.tournament_id = m.tournament_id and l.part = 'losers') as "double!",
                  array(select p.user_id from esports.entrant_players p where p.entrant_id = h.id and p.active order by p.position) as "home!",
                  array(select p.user_id from esports.entrant_players p where p.entrant_id = a.id and p.active order by p.position) as "away!"
           from esports.matches m join esports.entrants h on h.id = m.home_id join esports.entrants a on a.id = m.away_id
           join esports.tournament_stages s on s.tournament_id = m.tournament_id and s.position = m.stage
           where m.tournament_id = $1 and m.state = 'ready'
           order by m.part <> 'main', 'Bangkok Limes' in (h.name, a.name) desc, 'Naga Pulse' in (h.name, a.name) desc, m.stage, m.position"#,
        tournament.id
    )
    .fetch_all(&app.db)
    .await?;
    let side = |side, entrant_id, people: &[i64]| {
        let captain = people.first().copied().unwrap_or_default();
        Side { side, entrant_id, captain, mate: people.get(1).copied().unwrap_or(captain) }
    };
    let brackets = rows.into_iter().filter(|row| !row.format.rules().has_groups()).enumerate();
    let rooms = brackets.filter_map(|(number, row)| {
        let scene = if row.double { DOUBLE } else { SINGLE }.get(number)?;
        let home = side(MatchSide::Home, row.home_id, &row.home);
        let away = side(MatchSide::Away, row.away_id, &row.away);
        let (one, other) = if row.turned { (away, home) } else { (home, away) };
        Some(Room { id: row.id, promoter_id: tournament.promoter_id, one, other, scene, double: row.double, over: false })
    });
    Ok(rooms.collect())
}

impl Room {
    fn side(&self, who: Who) -> &Side {
        if who == Who::Other { &self.other } else { &self.one }
    }

    fn person(&self, who: Who) -> (i64, Role) {
        match who {
            Who::One | Who::Other => (self.side(who).captain, Role::Captain),
            Who::Mate => (self.one.mate, Role::Member),
            Who::Staff => (self.promoter_id, Role::Promoter),
        }
    }

    async fn act(&self, app: &App, who: Who, deed: &Action, now: DateTime<Utc>) -> Result<(), Problem> {
        let (user_id, role) = self.person(who);
        let place = match deed {
            Action::Ask(_) => ThreadScope::Entrant(self.side(who).entrant_id),
            Action::Answer(to, _) => ThreadScope::Entrant(self.side(*to).entrant_id),
            _ => ThreadScope::Match(self.id),
        };
        // A person who acts there has read the earlier messages.
        read(app, place, (user_id, role)).await?;
        match deed {
            Action::Say(text) | Action::Ask(text) | Action::Answer(_, text) => {
                let message = MessageNew {
                    text: Some((*text).to_owned()),
                    pictures: Vec::new(),
                    client_id: Uuid::new_v4(),
                    reply_to: None,
                };
                messages::write(app, place, (user_id, role), message).await?;
            }
            Action::Propose(at, note) => self.propose(app, user_id, (at.at(now), *note)).await?,
            Action::Accept => {
                matches::accept(app, user_id, self.proposal(app).await?.ok_or(codes::proposal_not_found)?).await?;
            }
            Action::Decline => {
                matches::decline(app, user_id, self.proposal(app).await?.ok_or(codes::proposal_not_found)?).await?;
            }
            Action::Set(at, reason) => {
                matches::edit_time(app, user_id, (self.id, None), matches::Move::To(at.at(now)), reason).await?;
            }
            Action::Report(winners, proof) => self.report(app, who, Some((*winners, *proof))).await?,
            Action::NoShow => self.report(app, who, None).await?,
            Action::Rule(winners, reason) => self.rule(app, (*winners, *reason)).await?,
            Action::Flag(note) => self.flag(app, user_id, note).await?,
        }
        Ok(())
    }

    async fn propose(&self, app: &App, user_id: i64, (at, note): (DateTime<Utc>, &str)) -> Result<(), Problem> {
        let wish = matches::ProposedTime::parse(&at.to_rfc3339(), Some(note))?;
        match self.proposal(app).await? {
            Some(there) => matches::replace(app, user_id, there, &wish).await.map(|_| ()),
            None => matches::propose(app, user_id, self.id, &wish).await,
        }
    }

    async fn proposal(&self, app: &App) -> Result<Option<i64>, Problem> {
        Ok(sqlx::query_scalar!("select id from esports.match_proposals where match_id = $1 and state = 'open'", self.id)
            .fetch_optional(&app.db)
            .await?)
    }

    fn games(&self, winners: &[Who]) -> Vec<MatchGame> {
        let home = |who: &Who| self.side(*who).side == MatchSide::Home;
        winners
            .iter()
            .map(|who| if home(who) { MatchGame { home: 1, away: 0 } } else { MatchGame { home: 0, away: 1 } })
            .collect()
    }

    /// Reports a score, or that the other side did not appear.
    async fn report(&self, app: &App, who: Who, said: Option<(&[Who], Proof)>) -> Result<(), Problem> {
        let (user_id, _) = self.person(who);
        let version = sqlx::query_scalar!("select version from esports.match_rooms where match_id = $1", self.id)
            .fetch_one(&app.db)
            .await?;
        let mut proofs = Vec::new();
        if let Some((_, proof)) = said {
            let bytes = proof.bytes();
            let sha256 = Sha256::digest(bytes);
            // Each picture only resembles itself.
            let likeness = sha256.first_chunk().map_or(0, |bits| i64::from_be_bytes(*bits));
            let picture = Picture { bytes: bytes.into(), width: PROOF.0, height: PROOF.1, likeness };
            proofs.push(messages::put_picture(app, user_id, ThreadScope::Match(self.id), picture, &sha256).await?.id);
        }
        let games = said.map(|(winners, _)| self.games(winners));
        let sent = matches::ScoreSent { games: games.as_deref(), no_show: games.is_none(), proofs: &proofs, version };
        matches::report(app, user_id, self.id, &sent).await
    }

    async fn rule(&self, app: &App, (winners, reason): (&[Who], &str)) -> Result<(), Problem> {
        let version =
            sqlx::query_scalar!("select version from esports.matches where id = $1", self.id).fetch_one(&app.db).await?;
        let score = MatchScore {
            games: Some(self.games(winners)),
            walkover: None,
            double_forfeit: false,
            version,
            reason: Some(reason.to_owned()),
            cascade: false,
        };
        run::submit_score(app, self.promoter_id, self.id, &score).await.map(|_| ())
    }

    async fn flag(&self, app: &App, user_id: i64, note: &str) -> Result<(), Problem> {
        let message_id = sqlx::query_scalar!(
            "select m.id from esports.messages m join esports.threads t on t.id = m.thread_id where t.match_id = $1 and m.kind = 'text' order by m.seq desc limit 1",
            self.id
        )
        .fetch_one(&app.db)
        .await?;
        messages::report(app, message_id, user_id, ("abuse", note)).await
    }
}

async fn read(app: &App, place: ThreadScope, reader: (i64, Role)) -> Result<(), Problem> {
    let thread = sqlx::query!(
        "select id, last_seq from esports.threads where match_id = $1 or entrant_id = $2",
        place.match_id(),
        place.entrant_id()
    )
    .fetch_one(&app.db)
    .await?;
    messages::read(app, thread.id, reader, thread.last_seq).await
}

/// Sends an announcement that the captains of three in five teams have read.
async fn announce(app: &App, tournament: UnderWay, now: DateTime<Utc>) -> anyhow::Result<()> {
    let (when, text): (When, &str) = ANNOUNCEMENT;
    let at = when.at(now);
    app.clock.set(at);
    let new = BroadcastNew { text: Some(text.to_owned()), pictures: Vec::new(), client_id: Uuid::new_v4() };
    let broadcast = broadcasts::announce(app, tournament.id, tournament.promoter_id, &new).await?;
    broadcasts::deliver(app, broadcast.id).await?;
    // Only captains, so that the demo starts fast.
    let readers = sqlx::query!(
        "select distinct on (e.id) e.id as entrant_id, r.user_id from esports.broadcast_readers r join esports.entrants e on e.id = r.entrant_id
         join esports.entrant_players p on p.entrant_id = e.id and p.user_id = r.user_id where r.broadcast_id = $1 order by e.id, p.position",
        broadcast.id
    )
    .fetch_all(&app.db)
    .await?;
    for (number, reader) in (0..).zip(&readers).filter(|(number, _)| number % 5 < 3) {
        app.clock.set(at + TimeDelta::minutes(2 + number * 7));
        read(app, ThreadScope::Entrant(reader.entrant_id), (reader.user_id, Role::Captain)).await?;
    }
    Ok(())
}

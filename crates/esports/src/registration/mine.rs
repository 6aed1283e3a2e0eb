//! An entry as one reader sees it, and the viewer's status in a tournament.

use crate::pages::MY_TEAM;
use chrono::{DateTime, Utc};
use manao_domain::registration::{EntrantStatus, RosterSize};
use manao_domain::tournament::{ContestantType, Phase};
use manao_people::pages::PROFILE;
use sqlx::PgConnection;

use super::entrant::Entrant;
use super::players::{self, EntryDocument, Player};
use super::view::{Entry, EntryDocuments, EntryNext, EntryNextKind, EntryPlayer, EntryStep, PlayerDocument, TournamentMe};
use super::{people, save};
use crate::things;
use crate::tournaments::{self, Row};
use manao_kernel::access::{Member, Role};
use manao_kernel::app::App;
use manao_kernel::database;
use manao_kernel::live::topics;
use manao_kernel::problem::{Lang, Notice, Problem, codes};

/// Most steps of an entry that are shown.
const STEPS: i64 = 50;

/// # Errors
/// 404 `entrant_not_found`.
pub async fn entry(app: &App, id: i64, reader: (i64, Role), lang: Lang) -> Result<Entry, Problem> {
    let mut moment = database::one_moment(&app.db).await?;
    let entrant = Entrant::load(&mut moment, id).await?;
    let tournament = Row::load(&mut moment, entrant.tournament_id).await?;
    show(&mut moment, &tournament, entrant, reader, (app.now(), lang)).await
}

/// # Errors
/// 404 `entrant_not_found`.
pub async fn documents(app: &App, id: i64, reader: (i64, Role), lang: Lang) -> Result<EntryDocuments, Problem> {
    let mut entry = entry(app, id, reader, lang).await?;
    if !matches!(reader.1, Role::Promoter | Role::CoPromoter) {
        entry.players.retain(|player| player.user_id == reader.0);
    }
    Ok(EntryDocuments { players: entry.players })
}

/// Returns an entry after a change that has read its roster.
///
/// # Errors
/// 404 `entrant_not_found`.
pub async fn after(
    app: &App,
    tournament: &Row,
    (id, roster): (i64, Vec<Player>),
    reader: (i64, Role),
    lang: Lang,
) -> Result<Entry, Problem> {
    let mut conn = app.db.acquire().await?;
    let entrant = Entrant::load(&mut conn, id).await?;
    show_with(&mut conn, tournament, (entrant, roster), reader, (app.now(), lang)).await
}

async fn show(
    conn: &mut PgConnection,
    tournament: &Row,
    entrant: Entrant,
    reader: (i64, Role),
    (now, lang): (DateTime<Utc>, Lang),
) -> Result<Entry, Problem> {
    let roster = players::of_entry(conn, tournament, entrant.id, players::today(now)).await?;
    show_with(conn, tournament, (entrant, roster), reader, (now, lang)).await
}

async fn show_with(
    conn: &mut PgConnection,
    tournament: &Row,
    (entrant, roster): (Entrant, Vec<Player>),
    reader: (i64, Role),
    (now, lang): (DateTime<Utc>, Lang),
) -> Result<Entry, Problem> {
    let rows = sqlx::query!(
        r#"select kind, at, reason, after->>'status' as "status: EntrantStatus" from esports.tournament_revisions
           where tournament_id = $1 and entrant_id = $2 order by id desc limit $3"#,
        tournament.id,
        entrant.id,
        STEPS
    )
    .fetch_all(&mut *conn)
    .await?;
    let steps = rows.into_iter().rev().map(|row| EntryStep { kind: row.kind, at: row.at, status: row.status, note: row.reason });
    let (entries_version, place) = counted(conn, &entrant).await?;
    Ok(Entry {
        id: entrant.id,
        tournament_id: tournament.id,
        stage: entrant.stage,
        status: entrant.status,
        missing: missing(tournament, &roster, lang),
        next: next(&EntryDates::new(tournament, now), (entrant.status, entrant.submitted_at.is_some())),
        name: entrant.name,
        short_name: entrant.short_name,
        logo: entrant.logo,
        team_id: entrant.team_id,
        user_id: entrant.user_id,
        place,
        submitted_at: entrant.submitted_at,
        players: roster.into_iter().map(|player| shown(tournament, player, reader, lang)).collect(),
        reason: entrant.reason,
        locked_at: entrant.locked_at,
        version: entrant.version,
        entries_version,
        steps: steps.collect(),
    })
}

/// Returns the version of the tournament's counts, and the entry's place in the waiting list, from 1.
async fn counted(conn: &mut PgConnection, entrant: &Entrant) -> Result<(i64, Option<i64>), Problem> {
    let row = sqlx::query!(
        "select t.entries_version,
                case when $2 then (select count(*) from esports.entrants w where w.tournament_id = e.tournament_id and w.status = 'waitlist'
                  and (w.waiting_since, w.id) <= (e.waiting_since, e.id)) end as place
         from esports.entrants e join esports.tournaments t on t.id = e.tournament_id where e.id = $1",
        entrant.id,
        entrant.status == EntrantStatus::Waitlist
    )
    .fetch_one(conn)
    .await?;
    Ok((row.entries_version, row.place))
}

fn missing(tournament: &Row, roster: &[Player], lang: Lang) -> Vec<Notice> {
    let here = roster.iter().filter(|player| !player.left).map(|player| player.role);
    let mut missing = Vec::new();
    if roster.iter().any(|player| player.left) {
        missing.push(Notice::new(codes::player_left, lang));
    } else if !RosterSize::from_roles(here).fits(players::size(tournament)) {
        missing.push(Notice::new(codes::players_count_invalid, lang));
    }
    missing
}

/// Returns a player as the reader sees it. Missing parts of others are shown to the captain and staff. Documents themselves are shown to
/// promoter and co-promoters, but not to assistants.
fn shown(tournament: &Row, player: Player, (reader, role): (i64, Role), lang: Lang) -> EntryPlayer {
    let ready = player.is_ready();
    let own = player.person.user_id == reader;
    let opens = own || matches!(role, Role::Promoter | Role::CoPromoter);
    let told = own || role != Role::Member;
    let asked = people::requirements(tournament);
    let given = |given: &EntryDocument| PlayerDocument {
        kind: given.kind,
        document_id: opens.then_some(given.document_id),
        file_name: opens.then(|| given.file_name.clone()),
        given_at: Some(given.given_at),
        checked: given.checked,
    };
    // Includes documents that were not handed in.
    let documents = asked.documents.iter().map(|kind| {
        let none = PlayerDocument { kind: *kind, document_id: None, file_name: None, given_at: None, checked: None };
        player.documents.iter().find(|document| document.kind == *kind).map_or(none, given)
    });
    EntryPlayer {
        documents: if told { documents.collect() } else { Vec::new() },
        missing: if told { people::player_lacks(player.lacks, Some(tournament.id), lang) } else { Vec::new() },
        refusal: player.refusal.filter(|_| told).map(|code| Notice::new(code, lang)),
        user_id: player.person.user_id,
        display_name: player.person.display_name,
        picture: player.person.picture,
        role: player.role,
        game_id: player.game_id,
        ready,
        left: player.left,
        reminded_at: player.reminded_at.filter(|_| told),
    }
}

/// The dates and phase of a tournament, from which the next step follows.
pub struct EntryDates {
    pub phase: Phase,
    pub registration_end_at: DateTime<Utc>,
    pub draw_at: DateTime<Utc>,
    pub start_at: DateTime<Utc>,
    pub drawn: bool,
}

impl EntryDates {
    fn new(tournament: &Row, now: DateTime<Utc>) -> Self {
        Self {
            phase: tournament.phase(now),
            registration_end_at: tournament.dates.registration_end_at,
            draw_at: tournament.dates.draw_at,
            start_at: tournament.dates.start_at,
            drawn: tournament.bracket_published_at.is_some(),
        }
    }
}

/// Returns the next step of an entry.
pub fn next(stands: &EntryDates, (status, sent): (EntrantStatus, bool)) -> EntryNext {
    let (kind, at) = match status {
        _ if matches!(stands.phase, Phase::Finished | Phase::Cancelled) => (EntryNextKind::None, None),
        EntrantStatus::IncompleteTeam if sent => (EntryNextKind::Documents, Some(stands.registration_end_at)),
        EntrantStatus::IncompleteTeam => (EntryNextKind::Complete, Some(stands.registration_end_at)),
        EntrantStatus::Register => (EntryNextKind::Review, Some(stands.draw_at)),
        EntrantStatus::Waitlist => (EntryNextKind::WaitingList, Some(stands.draw_at)),
        EntrantStatus::Invalid => (EntryNextKind::FixDocuments, Some(stands.draw_at)),
        EntrantStatus::Join if stands.drawn => (EntryNextKind::Play, Some(stands.start_at)),
        EntrantStatus::Join => (EntryNextKind::Draw, Some(stands.draw_at)),
        EntrantStatus::Reject | EntrantStatus::Withdrawn | EntrantStatus::Removed | EntrantStatus::Disqualified => {
            (EntryNextKind::None, None)
        }
    };
    EntryNext { kind, at }
}

/// # Errors
/// 404 `tournament_not_found`.
pub async fn mine(app: &App, member: &Member, tournament_id: i64, lang: Lang) -> Result<TournamentMe, Problem> {
    let mut conn = app.db.acquire().await?;
    let tournament = Row::load(&mut conn, tournament_id).await?;
    let role = things::over_tournament(&mut conn, member, Some(tournament_id)).await?;
    let entrant = sqlx::query_scalar!(
        "select e.id from esports.entrants e where e.tournament_id = $1 and (e.user_id = $2
           or e.team_id = (select team_id from esports.team_members where user_id = $2)
           or exists (select from esports.entrant_players p where p.entrant_id = e.id and p.user_id = $2 and p.left_at is null))
         order by e.active desc, e.id desc limit 1",
        tournament_id,
        member.user_id
    )
    .fetch_optional(&mut *conn)
    .await?;
    let runs = matches!(role, Some(Role::Promoter | Role::CoPromoter | Role::Assistant));
    let decides = matches!(role, Some(Role::Promoter | Role::CoPromoter));
    let needs_you =
        if decides { tournaments::needs(&mut conn, &[tournament_id], app.now()).await?.remove(&tournament_id) } else { None };
    let entry = match entrant {
        Some(id) => {
            let entrant = Entrant::load(&mut conn, id).await?;
            // Staff look at entries on the desk; here they see their own as players do.
            let reader = role.filter(|_| !runs).unwrap_or(Role::Member);
            Some(show(&mut conn, &tournament, entrant, (member.user_id, reader), (app.now(), lang)).await?)
        }
        None => None,
    };
    let entered = entry.as_ref().is_some_and(|entry| entry.status.is_active());
    let refusals = if entered && !runs { Vec::new() } else { refusals(app, &mut conn, member, &tournament, lang).await? };
    let staff_live = if runs { Some(app.grant(topics::tournament_staff(tournament_id), member.user_id)?) } else { None };
    Ok(TournamentMe { role, may_enter: !entered && refusals.is_empty(), entry, refusals, needs_you, staff_live })
}

/// Returns the reasons why the member may not enter, with the pages that resolve them.
async fn refusals(
    app: &App,
    conn: &mut PgConnection,
    member: &Member,
    tournament: &Row,
    lang: Lang,
) -> Result<Vec<Notice>, Problem> {
    if let Err(problem) = member.clone().verified() {
        return Ok(vec![Notice::new(problem, lang).mended_at(PROFILE.path())]);
    }
    let place = people::EntryScope { tournament_id: Some(tournament.id), ..people::EntryScope::default() };
    let person = people::load(&mut *conn, &[member.user_id], place).await?.into_iter().next();
    if let Some(refusal) = person.and_then(|person| person.refusal(&people::requirements(tournament))) {
        return Ok(vec![Notice::new(refusal, lang)]);
    }
    let team_id = match tournament.contestant_type {
        ContestantType::Single => None,
        ContestantType::Team => {
            let team = sqlx::query_scalar!("select team_id from esports.team_members where user_id = $1", member.user_id);
            let Some(team_id) = team.fetch_optional(&mut *conn).await? else {
                return Ok(vec![Notice::new(codes::team_needed, lang).mended_at(MY_TEAM.path())]);
            };
            Some(team_id)
        }
    };
    match save::may_enter(conn, app, tournament, (team_id, member.user_id)).await {
        Ok(_) => Ok(Vec::new()),
        Err(problem) if problem.code().status >= 500 => Err(problem),
        Err(problem) if problem.code() == codes::players_too_few => {
            Ok(vec![Notice::new(problem, lang).mended_at(MY_TEAM.path())])
        }
        Err(problem) => Ok(vec![Notice::new(problem, lang)]),
    }
}

//! Candidates for an entry and their missing parts, before anything is entered.

use manao_domain::registration::EntryRequirements;
use manao_domain::tournament::{Category, ContestantType};
use sqlx::PgConnection;

use super::people::{self, EntryScope, Person};
use super::players::today;
use super::view::{PlayerAcademy, PlayerReadiness, ReadyPlayers};
use crate::teams::TeamSummary;
use crate::tournaments::Row;
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Notice, Problem, codes};

/// # Errors
/// 404 `tournament_not_found`.
pub async fn mine(
    app: &App,
    user_id: i64,
    contestant_type: ContestantType,
    game_id: i64,
    tournament_id: Option<i64>,
    lang: Lang,
) -> Result<ReadyPlayers, Problem> {
    let mut conn = app.db.acquire().await?;
    let team_id = match contestant_type {
        ContestantType::Single => None,
        ContestantType::Team => {
            sqlx::query_scalar!("select team_id from esports.team_members where user_id = $1", user_id)
                .fetch_optional(&mut *conn)
                .await?
        }
    };
    match (contestant_type, team_id) {
        (ContestantType::Team, None) => Ok(ReadyPlayers { team: None, players: Vec::new() }),
        (_, Some(team_id)) => team(app, &mut conn, team_id, game_id, tournament_id, lang).await,
        (ContestantType::Single, None) => {
            let players = ready(app, &mut conn, (&[user_id], Some(user_id)), game_id, (tournament_id, None), lang).await?;
            Ok(ReadyPlayers { team: None, players })
        }
    }
}

/// # Errors
/// 404 `team_not_found`, `tournament_not_found`.
pub async fn of_team(
    app: &App,
    team_id: i64,
    game_id: i64,
    tournament_id: Option<i64>,
    lang: Lang,
) -> Result<ReadyPlayers, Problem> {
    let mut conn = app.db.acquire().await?;
    team(app, &mut conn, team_id, game_id, tournament_id, lang).await
}

async fn team(
    app: &App,
    conn: &mut PgConnection,
    team_id: i64,
    game_id: i64,
    tournament_id: Option<i64>,
    lang: Lang,
) -> Result<ReadyPlayers, Problem> {
    let team = sqlx::query!(
        r#"select id, name, short_name, logo, esports.acting_captain(id) as captain,
                  array(select user_id from esports.team_members m where m.team_id = teams.id order by role = 'captain' desc, joined_at, user_id) as "members!",
                  (select e.id from esports.entrants e where e.tournament_id = $2 and e.team_id = teams.id
                   and e.active) as entrant_id
           from esports.teams where id = $1"#,
        team_id,
        tournament_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::team_not_found)?;
    let players = ready(app, conn, (&team.members, team.captain), game_id, (tournament_id, team.entrant_id), lang).await?;
    let members = i64::try_from(team.members.len()).unwrap_or_default();
    let team = TeamSummary { id: team.id, name: team.name, short_name: team.short_name, logo: team.logo, members };
    Ok(ReadyPlayers { team: Some(team), players })
}

async fn ready(
    app: &App,
    conn: &mut PgConnection,
    (user_ids, captain): (&[i64], Option<i64>),
    game_id: i64,
    (tournament_id, entrant_id): (Option<i64>, Option<i64>),
    lang: Lang,
) -> Result<Vec<PlayerReadiness>, Problem> {
    let tournament = match tournament_id {
        Some(id) => Some(Row::load(&mut *conn, id).await?),
        None => None,
    };
    let anything = EntryRequirements { category: Category::Open, organization_id: None, documents: &[] };
    let asked = tournament.as_ref().map_or(anything, people::requirements);
    let people = people::load(conn, user_ids, EntryScope { tournament_id, entrant_id, game_id: Some(game_id) }).await?;
    let today = today(app.now());
    let player = |person: Person| {
        let lacks = person.lacks(&asked, person.last_game_id.as_deref().unwrap_or_default(), &person.documents, today);
        PlayerReadiness {
            user_id: person.user_id,
            captain: captain == Some(person.user_id),
            missing: people::player_lacks(lacks, tournament_id, lang),
            refusal: person.refusal(&asked).map(|code| Notice::new(code, lang)),
            display_name: person.display_name,
            picture: person.picture,
            game_id: person.last_game_id,
            education_level: person.education_level,
            academy: person.academy_id.zip(person.academy).map(|(id, name)| PlayerAcademy { id, name }),
            kyc: person.kyc,
            documents: person.documents,
        }
    };
    Ok(people.into_iter().map(player).collect())
}

//! Checks whether a form can be published: the rules of the domain, and those that need the database.

use std::collections::{BTreeMap, HashSet};

use manao_domain::profile::EducationLevel;
use manao_domain::tournament::Category;
use manao_domain::tournament_form::{self, CheckedForm, Dates, FormContext, Game, TournamentForm};
use manao_domain::tournament_scope::{self, ScopeRefusal, Studies};
use sqlx::PgConnection;

use chrono::{DateTime, Utc};

use manao_kernel::problem::{Code, Form, Problem, codes};

/// Field → code of each problem.
pub type Refusals = BTreeMap<String, Code>;

/// A form to check, with its tournament.
pub struct Case<'a> {
    pub promoter_id: i64,
    /// None while it is not even a draft
    pub tournament_id: Option<i64>,
    pub form: &'a TournamentForm,
    /// The form and dates as published, if it was
    pub published: Option<(&'a TournamentForm, &'a Dates)>,
    pub now: DateTime<Utc>,
}

/// Returns all problems as one refusal.
///
/// # Errors
/// 422 `fields_invalid` with a code for each field.
pub fn refuse(refusals: Refusals) -> Result<(), Problem> {
    let mut form = Form::default();
    for (field, code) in refusals {
        form.refuse(field, code);
    }
    form.check()
}

/// Checks the limits that even a draft must keep.
///
/// # Errors
/// 422 `fields_invalid`.
pub fn bounds(form: &TournamentForm) -> Result<(), Problem> {
    refuse(tournament_form::bounds(form).into_iter().map(|(field, refusal)| (field, refusal.into())).collect())
}

impl Case<'_> {
    /// Returns the checked form, or all its problems.
    pub async fn judge(&self, conn: &mut PgConnection) -> Result<Result<CheckedForm, Refusals>, Problem> {
        let game = self.game(conn).await?;
        let against = FormContext { now: self.now, game: game.as_ref(), published: self.published.map(|(_, dates)| dates) };
        let checked = tournament_form::check(self.form, &against);
        let mut refusals: Refusals = match &checked {
            Ok(_) => Refusals::new(),
            Err(refusals) => refusals.iter().map(|(field, refusal)| (field.clone(), (*refusal).into())).collect(),
        };
        if self.form.game_id.is_some() && game.is_none() {
            refusals.insert("gameId".to_owned(), codes::esport_game_unknown);
        }
        self.scope(conn, &mut refusals).await?;
        self.staff(conn, &mut refusals).await?;
        Ok(match checked {
            Ok(checked) if refusals.is_empty() => Ok(checked),
            _ => Err(refusals),
        })
    }

    async fn game(&self, conn: &mut PgConnection) -> Result<Option<Game>, Problem> {
        let game = sqlx::query!(
            "select lobby, sides, main_players, max_substitutes, solo, point_tables from esports.esport_games where id = $1",
            self.form.game_id
        )
        .fetch_optional(conn)
        .await?;
        Ok(game.map(|game| Game {
            lobby: game.lobby,
            sides: game.sides.into(),
            main_players: game.main_players.into(),
            max_substitutes: game.max_substitutes.into(),
            solo: game.solo,
            point_tables: game.point_tables,
        }))
    }

    /// Checks the scope against the promoter's rights, when it is chosen; later the promoter's studies may end.
    async fn scope(&self, conn: &mut PgConnection, refusals: &mut Refusals) -> Result<(), Problem> {
        let Some(category) = self.form.category else { return Ok(()) };
        let organization_id = self.form.organization_id;
        if self.published.is_some_and(|(form, _)| (form.category, form.organization_id) == (Some(category), organization_id)) {
            return Ok(());
        }
        let studies = studies(&mut *conn, self.promoter_id).await?;
        if let Err(refusal) = tournament_scope::check(category, organization_id, studies) {
            let (field, code) = match refusal {
                ScopeRefusal::OtherLevel => ("category", codes::category_not_yours),
                ScopeRefusal::OtherPlace => ("organizationId", codes::organization_not_yours),
                ScopeRefusal::NoScope => ("organizationId", codes::organization_not_needed),
            };
            refusals.insert(field.to_owned(), code);
        }
        if let (Some(id), Some(kind)) = (organization_id, kind(category)) {
            let there = sqlx::query_scalar!(
                r#"select exists (select from people.organizations where id = $1 and type = $2) as "there!""#,
                id,
                kind
            )
            .fetch_one(conn)
            .await?;
            if !there {
                refusals.insert("organizationId".to_owned(), codes::organization_unknown);
            }
        }
        Ok(())
    }

    /// Checks co-promoters and assistants: other people, each once, who do not play here.
    async fn staff(&self, conn: &mut PgConnection, refusals: &mut Refusals) -> Result<(), Problem> {
        let lists = [("coPromoters", &self.form.co_promoters), ("assistants", &self.form.assistants)];
        let named: Vec<(String, i64)> = lists
            .iter()
            .flat_map(|(list, people)| people.iter().enumerate().map(move |(at, person)| (format!("{list}[{at}]"), *person)))
            .collect();
        if named.is_empty() {
            return Ok(());
        }
        let ids: Vec<i64> = named.iter().map(|(_, person)| *person).collect();
        let rows = sqlx::query!(
            r#"select u.id,
                      exists (select from esports.entrant_players p where p.tournament_id = $2 and p.user_id = u.id and p.active) as "plays!"
               from people.users u
               where u.id = any($1)
                 and ((u.suspended_at is null and (u.email_verified_at is not null or u.msisdn_verified_at is not null))
                      or exists (select from esports.tournament_staff s where s.tournament_id = $2 and s.user_id = u.id))"#,
            &ids,
            self.tournament_id
        )
        .fetch_all(conn)
        .await?;
        let mut seen = HashSet::new();
        for (field, person) in named {
            let row = rows.iter().find(|row| row.id == person);
            let code = if person == self.promoter_id {
                codes::staff_promoter
            } else if !seen.insert(person) {
                codes::staff_repeated
            } else if row.is_none() {
                codes::staff_unknown
            } else if row.is_some_and(|row| row.plays) {
                codes::staff_plays
            } else {
                continue;
            };
            refusals.insert(field, code);
        }
        Ok(())
    }
}

/// Returns the kind of organizations that a category is for.
fn kind(category: Category) -> Option<&'static str> {
    match category {
        Category::Company => Some("organization"),
        Category::School => Some(EducationLevel::School.as_str()),
        Category::University => Some(EducationLevel::University.as_str()),
        Category::Open | Category::Pro => None,
    }
}

/// Returns the user's studies, from their profile.
async fn studies(conn: &mut PgConnection, user_id: i64) -> Result<Option<Studies>, Problem> {
    let profile = sqlx::query!(
        r#"select education_level as "level: EducationLevel", academy_id from people.profiles
           where user_id = $1 and student_type = 'student'"#,
        user_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(profile.and_then(|profile| Some(Studies { level: profile.level?, academy_id: profile.academy_id })))
}

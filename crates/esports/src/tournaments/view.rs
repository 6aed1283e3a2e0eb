//! Public view of a tournament. Nothing here depends on the reader, so that answers can be cached.

use chrono::{DateTime, Utc};
use manao_domain::document::DocumentKind;
use manao_domain::text_enum;
use manao_domain::tournament::{JoinMode, Mode, StaffRole};
use manao_domain::tournament_form::{CheckedStage, TournamentForm};
use serde::Serialize;
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;

use super::card::{TournamentCard, card};
use super::row::Row;
use crate::teams::Person;
use manao_kernel::problem::{Lang, Problem};

text_enum! {
    #[derive(ToSchema)]
    TournamentStaffKind {
        Promoter = "promoter",
        CoPromoter = "co_promoter",
        Assistant = "assistant",
    }
}

/// A member of a tournament's staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentStaff {
    #[serde(flatten)]
    pub person: Person,
    pub role: TournamentStaffKind,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentPrizeView {
    pub place: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baht: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tournament {
    #[serde(flatten)]
    pub card: TournamentCard,
    /// Version of its fields; must be sent back with a change of them
    pub version: i64,
    pub mode: Mode,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    pub max_substitutes: i32,
    pub show_game_id: bool,
    pub join_mode: JoinMode,
    pub draw_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_fee: Option<String>,
    pub prizes: Vec<TournamentPrizeView>,
    /// Evidence required of every player
    pub documents: Vec<DocumentKind>,
    pub stages: Vec<CheckedStage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// The promoter first
    pub staff: Vec<TournamentStaff>,
    pub published_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_closed_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bracket_published_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel_reason: Option<String>,
}

/// Texts in one language, falling back to the other.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentInformation {
    /// The language of the description and the rules
    pub lang: Lang,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    pub prizes: Vec<TournamentPrizeView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_fee: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
}

/// # Errors
/// 404 `tournament_not_found`, also for a draft.
pub async fn tournament(db: &PgPool, id: i64, now: DateTime<Utc>) -> Result<Tournament, Problem> {
    let mut conn = db.acquire().await?;
    let row = Row::load(&mut conn, id).await?;
    let card = card(&mut conn, id, now).await?;
    let staff = staff(&mut conn, &card.promoter, id).await?;
    let stages = sqlx::query_scalar!(
        r#"select settings as "settings: Json<CheckedStage>" from esports.tournament_stages where tournament_id = $1 order by position"#,
        id
    )
    .fetch_all(&mut *conn)
    .await?;
    Ok(Tournament {
        card,
        version: row.version,
        mode: row.form.mode.unwrap_or(Mode::Online),
        location: row.form.location.clone(),
        max_substitutes: row.max_substitutes,
        show_game_id: row.form.show_game_id,
        join_mode: row.join_mode,
        draw_at: row.dates.draw_at,
        entry_fee: row.form.entry_fee.clone(),
        prizes: prizes(&row.form),
        documents: row.documents,
        stages: stages.into_iter().map(|stage| stage.0).collect(),
        contact: row.form.contact,
        staff,
        published_at: row.published_at,
        registration_closed_at: row.registration_closed_at,
        bracket_published_at: row.bracket_published_at,
        cancel_reason: row.cancel_reason,
    })
}

/// # Errors
/// 404 `tournament_not_found`, also for a draft.
pub async fn information(db: &PgPool, id: i64, lang: Lang) -> Result<TournamentInformation, Problem> {
    let row = Row::load(&mut *db.acquire().await?, id).await?;
    let form = row.form;
    let prizes = prizes(&form);
    // All texts in one language: the requested one if any of them is written in it.
    let written = |lang: Lang| [form.description(lang), form.rules(lang)].iter().any(Option::is_some);
    let other = lang.pick(Lang::En, Lang::Th);
    let shown = if written(lang) || !written(other) { lang } else { other };
    Ok(TournamentInformation {
        lang: shown,
        name: lang.pick(row.name.th, row.name.en),
        description: form.description(shown).or(form.description(other)).map(str::to_owned),
        rules: form.rules(shown).or(form.rules(other)).map(str::to_owned),
        prizes,
        entry_fee: form.entry_fee,
        contact: form.contact,
    })
}

trait InLanguage {
    fn description(&self, lang: Lang) -> Option<&str>;
    fn rules(&self, lang: Lang) -> Option<&str>;
}

impl InLanguage for TournamentForm {
    fn description(&self, lang: Lang) -> Option<&str> {
        lang.pick(&self.description_th, &self.description_en).as_deref().filter(|text| !text.trim().is_empty())
    }

    fn rules(&self, lang: Lang) -> Option<&str> {
        lang.pick(&self.rules_th, &self.rules_en).as_deref().filter(|text| !text.trim().is_empty())
    }
}

fn prizes(form: &TournamentForm) -> Vec<TournamentPrizeView> {
    let mut prizes: Vec<_> = form
        .prizes
        .iter()
        .filter_map(|prize| Some(TournamentPrizeView { place: prize.place?, baht: prize.baht, text: prize.text.clone() }))
        .collect();
    prizes.sort_by_key(|prize| prize.place);
    prizes
}

async fn staff(conn: &mut PgConnection, promoter: &Person, id: i64) -> Result<Vec<TournamentStaff>, Problem> {
    let rows = sqlx::query!(
        r#"select u.id, u.display_name, u.picture, s.role as "role: StaffRole"
           from esports.tournament_staff s join people.users u on u.id = s.user_id where s.tournament_id = $1 order by s.role = 'co_promoter' desc, s.added_at, u.id"#,
        id
    )
    .fetch_all(conn)
    .await?;
    let others = rows.into_iter().map(|row| TournamentStaff {
        person: Person { user_id: row.id, display_name: row.display_name, picture: row.picture },
        role: match row.role {
            StaffRole::CoPromoter => TournamentStaffKind::CoPromoter,
            StaffRole::Assistant => TournamentStaffKind::Assistant,
        },
    });
    let promoter = TournamentStaff { person: promoter.clone(), role: TournamentStaffKind::Promoter };
    Ok(std::iter::once(promoter).chain(others).collect())
}

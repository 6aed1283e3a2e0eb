//! Data of players and candidates, and its consequences for a tournament.

use crate::pages::ENTRY;
use chrono::NaiveDate;
use manao_domain::document::DocumentKind;
use manao_domain::profile::EducationLevel;
use manao_domain::registration::{EntryRequirements, Ineligibility, MissingItem, PlayerFacts};
use manao_people::pages::{DASHBOARD, PROFILE};
use sqlx::PgConnection;

use super::view::{LackKind, PlayerLack};
use crate::tournaments::Row;
use manao_kernel::problem::{Code, Lang, Notice, Problem, codes};
use manao_kernel::text::Text;

pub struct Person {
    pub user_id: i64,
    pub display_name: String,
    pub picture: Option<String>,
    pub suspended: bool,
    pub education_level: Option<EducationLevel>,
    pub academy_id: Option<i64>,
    pub academy: Option<Text>,
    pub has_workplace: bool,
    pub birthday: Option<NaiveDate>,
    pub kyc: bool,
    /// Kinds kept with the profile
    pub documents: Vec<DocumentKind>,
    /// Whether the person is staff of the tournament
    pub staff: bool,
    /// Whether the person plays for another of its entries
    pub elsewhere: bool,
    /// The ID last entered for the game
    pub last_game_id: Option<String>,
}

/// The scope in which people are checked: the tournament, the entry to leave out, the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntryScope {
    pub tournament_id: Option<i64>,
    pub entrant_id: Option<i64>,
    pub game_id: Option<i64>,
}

/// Returns these people, in this order.
pub async fn load(conn: &mut PgConnection, user_ids: &[i64], place: EntryScope) -> Result<Vec<Person>, Problem> {
    let rows = sqlx::query!(
        r#"select u.id as "id!", u.display_name as "display_name!", u.picture, u.suspended_at is not null as "suspended!",
                  p.education_level as "education_level?: EducationLevel", p.academy_id as "academy_id?", o.name_th as "academy_th?",
                  o.name_en as "academy_en?", coalesce(p.workplace, '') <> '' as "has_workplace!", p.birthday as "birthday?",
                  exists (select from people.kyc_numbers k where k.user_id = u.id and k.replaced_at is null) as "kyc!",
                  array(select distinct d.kind from people.documents d where d.user_id = u.id order by 1) as "documents!: Vec<DocumentKind>",
                  exists (select from esports.tournaments t where t.id = $2 and t.promoter_id = u.id)
                    or exists (select from esports.tournament_staff s where s.tournament_id = $2 and s.user_id = u.id) as "staff!",
                  -- counted person by person: for "exists" all players of the tournament are read
                  (select count(*) from esports.entrant_players e where e.tournament_id = $2 and e.user_id = u.id and e.active
                   and e.entrant_id is distinct from $3) > 0 as "elsewhere!",
                  (select e.game_id from esports.entrant_players e join esports.tournaments t on t.id = e.tournament_id
                   where e.user_id = u.id and t.game_id = $4 and e.game_id <> '' order by e.entrant_id desc limit 1) as last_game_id
           from unnest($1::bigint[]) with ordinality as named (id, position) join people.users u on u.id = named.id
           left join people.profiles p on p.user_id = u.id left join people.organizations o on o.id = p.academy_id order by named.position"#,
        user_ids,
        place.tournament_id,
        place.entrant_id,
        place.game_id
    )
    .fetch_all(conn)
    .await?;
    let person = rows.into_iter().map(|row| Person {
        user_id: row.id,
        display_name: row.display_name,
        picture: row.picture,
        suspended: row.suspended,
        education_level: row.education_level,
        academy_id: row.academy_id,
        academy: row.academy_th.zip(row.academy_en).map(|(th, en)| Text::new(th, en)),
        has_workplace: row.has_workplace,
        birthday: row.birthday,
        kyc: row.kyc,
        documents: row.documents,
        staff: row.staff,
        elsewhere: row.elsewhere,
        last_game_id: row.last_game_id,
    });
    Ok(person.collect())
}

impl Person {
    fn facts<'a>(&self, game_id: &'a str, documents: &'a [DocumentKind]) -> PlayerFacts<'a> {
        PlayerFacts {
            game_id,
            education_level: self.education_level,
            academy_id: self.academy_id,
            has_workplace: self.has_workplace,
            birthday: self.birthday,
            kyc: self.kyc,
            documents,
        }
    }

    /// Returns why this person cannot play in the tournament at all.
    pub fn refusal(&self, asked: &EntryRequirements<'_>) -> Option<Code> {
        if self.staff {
            return Some(codes::promoter_cannot_enter);
        }
        if self.suspended {
            return Some(codes::player_suspended);
        }
        if self.elsewhere {
            return Some(codes::player_in_other_entry);
        }
        asked.unfit(&self.facts("", &[])).map(|unfit| match unfit {
            Ineligibility::EducationLevel => codes::education_level_invalid,
            Ineligibility::OtherUniversity => codes::university_mismatch,
            Ineligibility::OtherSchool => codes::school_mismatch,
        })
    }

    /// Returns what the person still lacks, with these documents given.
    pub fn lacks(
        &self,
        asked: &EntryRequirements<'_>,
        game_id: &str,
        documents: &[DocumentKind],
        today: NaiveDate,
    ) -> Vec<MissingItem> {
        asked.lacks(&self.facts(game_id, documents), today)
    }
}

/// Returns the requirements of a tournament.
pub fn requirements(tournament: &Row) -> EntryRequirements<'_> {
    EntryRequirements {
        category: tournament.category,
        organization_id: tournament.organization_id,
        documents: &tournament.documents,
    }
}

/// Returns the missing parts as notices, each with the page where it is added.
pub fn player_lacks(lacks: Vec<MissingItem>, tournament_id: Option<i64>, lang: Lang) -> Vec<PlayerLack> {
    let entry = tournament_id.map(|id| ENTRY.address([&id]));
    let told = lacks.into_iter().map(|lack| {
        let (what, code, href) = match lack {
            MissingItem::GameId => (LackKind::GameId, codes::player_game_id_missing, entry.clone()),
            MissingItem::Academy => (LackKind::School, codes::player_academy_missing, Some(PROFILE.address([]))),
            MissingItem::Workplace => (LackKind::Profile, codes::player_workplace_missing, Some(PROFILE.address([]))),
            MissingItem::Kyc => (LackKind::Kyc, codes::player_kyc_missing, Some(DASHBOARD.address([]))),
            MissingItem::Birthday => (LackKind::Age, codes::player_birthday_missing, Some(PROFILE.address([]))),
            MissingItem::Document(_) => (LackKind::Document, codes::player_document_missing, entry.clone()),
        };
        let kind = if let MissingItem::Document(kind) = lack { Some(kind) } else { None };
        PlayerLack { what, kind, notice: Notice { href, ..Notice::new(code, lang) } }
    });
    told.collect()
}

//! Categories: the people who may enter, and the scopes that the caller may choose.

use crate::pages::PROMOTER;
use axum::extract::State;
use manao_domain::profile::EducationLevel;
use manao_domain::tournament::Category;
use manao_domain::tournament_scope::{Scopes, Studies, scopes};
use manao_people::pages::PROFILE;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use manao_kernel::access::{MaybeMember, Member};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Notice, Problem, codes};
use manao_kernel::text::Text;

#[derive(Serialize, ToSchema)]
pub struct FormCategories {
    items: Vec<FormCategory>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormCategory {
    code: Category,
    /// In the viewer's language
    name: String,
    /// The people who may enter
    about: String,
    /// Scopes that the caller may hold it for
    scopes: Vec<FormScope>,
    /// Whether an organization from the list of available ones may be chosen instead
    choose: bool,
    /// Whether the caller may create one
    allowed: bool,
    /// The reason why not
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Notice>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormScope {
    /// None for everyone in the category
    organization_id: Option<i64>,
    label: String,
}

/// A promoter's own organization, from their profile.
pub struct OwnOrganization {
    pub studies: Option<Studies>,
    pub name: Option<Text>,
}

impl OwnOrganization {
    pub async fn load(db: &PgPool, user_id: i64) -> Result<Self, sqlx::Error> {
        let row = sqlx::query!(
            r#"select p.education_level as "level: EducationLevel", p.academy_id, o.name_th as "name_th?", o.name_en as "name_en?"
               from people.profiles p left join people.organizations o on o.id = p.academy_id where p.user_id = $1 and p.student_type = 'student'"#,
            user_id
        )
        .fetch_optional(db)
        .await?;
        let Some(row) = row else { return Ok(Self { studies: None, name: None }) };
        let studies = row.level.map(|level| Studies { level, academy_id: row.academy_id });
        Ok(Self { studies, name: row.name_th.zip(row.name_en).map(|(th, en)| Text { th, en }) })
    }
}

/// Categories of tournaments
///
/// For each category, the people who may enter, and the scopes that the caller may hold a tournament for.
#[utoipa::path(get, path = "/tournament/form/create/get/category", tag = "esports", responses((status = 200, body = FormCategories)))]
pub async fn list_categories(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    lang: Lang,
) -> Result<Json<FormCategories>, Problem> {
    let place = match &member {
        Some(member) => OwnOrganization::load(&app.db, member.user_id).await?,
        None => OwnOrganization { studies: None, name: None },
    };
    let barred = barred(member, lang);
    let items = Category::ALL.iter().map(|code| category(*code, &place, barred.as_ref(), lang));
    Ok(Json(FormCategories { items: items.collect() }))
}

/// Returns the reason why the user may not create tournaments at all.
fn barred(member: Option<Member>, lang: Lang) -> Option<Notice> {
    let Some(member) = member else { return Some(Notice::new(codes::session_required, lang)) };
    let problem = member.promoter().err()?;
    let notice = Notice::new(problem, lang);
    Some(if notice.code == codes::promoter_required.name { notice.mended_at(PROMOTER.path()) } else { notice })
}

fn category(code: Category, place: &OwnOrganization, barred: Option<&Notice>, lang: Lang) -> FormCategory {
    let (name, about, everybody) = words(code);
    let all = FormScope { organization_id: None, label: lang.pick(everybody.0, everybody.1).to_owned() };
    let (offered, refusal) = match scopes(code, place.studies) {
        Ok(offered) => (Some(offered), None),
        Err(_) => (None, Some(Notice::new(codes::category_not_yours, lang).mended_at(PROFILE.path()))),
    };
    let own = match (offered, &place.name) {
        (Some(Scopes::AllOrOwn(Some(id))), Some(name)) => {
            Some(FormScope { organization_id: Some(id), label: lang.pick(&name.th, &name.en).clone() })
        }
        _ => None,
    };
    let refusal = barred.cloned().or(refusal);
    FormCategory {
        code,
        name: lang.pick(name.0, name.1).to_owned(),
        about: lang.pick(about.0, about.1).to_owned(),
        scopes: offered.map(|_| all).into_iter().chain(own).collect(),
        choose: offered == Some(Scopes::AnyOrganization),
        allowed: refusal.is_none(),
        refusal,
    }
}

/// Thai and English.
type Words = (&'static str, &'static str);

/// Returns the name, the description of who may enter, and the label of "all of them".
fn words(code: Category) -> (Words, Words, Words) {
    match code {
        Category::Company => (
            ("องค์กรและบริษัท", "Organizations and companies"),
            ("สำหรับคนทำงานในองค์กร บริษัท และสมาคม", "For people who work in organizations, companies and associations"),
            ("ทุกองค์กร", "All organizations"),
        ),
        Category::School => (("โรงเรียน", "Schools"), ("สำหรับนักเรียน", "For school students"), ("ทุกโรงเรียน", "All schools")),
        Category::University => {
            (("มหาวิทยาลัย", "Universities"), ("สำหรับนักศึกษา", "For university students"), ("ทุกมหาวิทยาลัย", "All universities"))
        }
        Category::Open => (("ทั่วไป", "Open"), ("ใครก็สมัครได้", "Anybody may enter"), ("ทุกคน", "Everybody")),
        Category::Pro => (
            ("โปร", "Pro"),
            ("ใครก็สมัครได้ โดยผู้จัดพิจารณาทุกใบสมัคร", "Anybody may enter; the organizer reviews every entry"),
            ("ทุกคน", "Everybody"),
        ),
    }
}

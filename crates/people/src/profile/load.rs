//! A profile as its owner reads it. It may be a child's, so none of it may reach a log: it has no `Debug`.

use chrono::NaiveDate;
use manao_domain::msisdn::Msisdn;
use manao_domain::profile::{EducationLevel, Gender, StudentType};
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::{self, UserDocument};
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem, codes};
use manao_kernel::sealing::Sealer;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub display_name: String,
    pub picture: Option<String>,
    pub first_name_th: Option<String>,
    pub last_name_th: Option<String>,
    pub first_name_en: Option<String>,
    pub last_name_en: Option<String>,
    pub nickname: Option<String>,
    /// Day in the Gregorian calendar
    pub birthday: Option<NaiveDate>,
    pub gender: Option<Gender>,
    pub occupation: Option<String>,
    pub email: Option<String>,
    /// A verified address is used to log in and cannot be changed here
    pub email_verified: bool,
    /// `08x-xxx-5671`
    pub mobile_masked: Option<String>,
    pub address: Option<String>,
    pub sub_district: Option<String>,
    pub district: Option<String>,
    pub province: Option<String>,
    pub zip_code: Option<String>,
    pub student_type: Option<StudentType>,
    pub education_level: Option<EducationLevel>,
    pub academy_id: Option<i64>,
    /// In the reader's language
    pub academy_name: Option<String>,
    /// Name of an institution that is not in the list; shown to nobody else
    pub academy_unlisted: Option<String>,
    pub workplace: Option<String>,
    pub id_card_number: Option<String>,
    pub student_card_number: Option<String>,
    pub documents: Vec<UserDocument>,
    /// Whether this account's password is kept here, so that it can be changed
    pub has_password: bool,
    /// To send back with an edit; 0 before the first
    pub version: i64,
}

/// Returns the context that binds an encrypted number to its row and column: it cannot be decrypted in another.
pub fn belongs_to(user_id: i64, what: &str) -> Vec<u8> {
    format!("profile:{user_id}:{what}").into_bytes()
}

/// # Errors
/// `session_revoked` when the user is gone.
pub async fn load(app: &App, user_id: i64, lang: Lang) -> Result<Profile, Problem> {
    let row = sqlx::query!(
        r#"select u.display_name, u.picture, u.email::text as email, u.email_verified_at is not null as "email_verified!", u.msisdn,
                  exists (select from people.passwords where user_id = u.id) as "has_password!",
                  p.first_name_th as "first_name_th?", p.last_name_th as "last_name_th?", p.first_name_en as "first_name_en?",
                  p.last_name_en as "last_name_en?", p.nickname as "nickname?", p.birthday as "birthday?", p.gender as "gender?: Gender",
                  p.occupation as "occupation?", p.address as "address?", p.sub_district as "sub_district?",
                  p.district as "district?", p.province as "province?", p.zip_code as "zip_code?",
                  p.student_type as "student_type?: StudentType", p.education_level as "education_level?: EducationLevel", p.academy_id as "academy_id?",
                  case $2 when 'en' then o.name_en else o.name_th end as academy_name, p.workplace as "workplace?",
                  p.academy_unlisted as "academy_unlisted?",
                  p.id_card_sealed as "id_card_sealed?", p.student_card_sealed as "student_card_sealed?",
                  coalesce(p.version, 0) as "version!"
           from people.users u left join people.profiles p on p.user_id = u.id left join people.organizations o on o.id = p.academy_id
           where u.id = $1"#,
        user_id,
        lang.as_str(),
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::session_revoked)?;
    let sealer = Sealer::from_app(app)?;
    let open = |sealed: Option<Vec<u8>>, what: &str| {
        let sealed = sealed?;
        let opened = sealer.open(&sealed, &belongs_to(user_id, what));
        // Encrypted with another key: the rest of the profile is still fine.
        opened.inspect_err(|error| tracing::error!(user_id, what, %error, "a sealed number does not open")).ok()
    };
    Ok(Profile {
        display_name: row.display_name,
        picture: row.picture,
        first_name_th: row.first_name_th,
        last_name_th: row.last_name_th,
        first_name_en: row.first_name_en,
        last_name_en: row.last_name_en,
        nickname: row.nickname,
        birthday: row.birthday,
        gender: row.gender,
        occupation: row.occupation,
        email: row.email,
        email_verified: row.email_verified,
        mobile_masked: row.msisdn.and_then(|number| Msisdn::parse(&number).ok()).map(|number| number.masked()),
        address: row.address,
        sub_district: row.sub_district,
        district: row.district,
        province: row.province,
        zip_code: row.zip_code,
        student_type: row.student_type,
        education_level: row.education_level,
        academy_id: row.academy_id,
        academy_name: row.academy_name,
        academy_unlisted: row.academy_unlisted,
        workplace: row.workplace,
        id_card_number: open(row.id_card_sealed, "id_card"),
        student_card_number: open(row.student_card_sealed, "student_card"),
        documents: documents::of_person(app, user_id).await?,
        has_password: row.has_password,
        version: row.version,
    })
}

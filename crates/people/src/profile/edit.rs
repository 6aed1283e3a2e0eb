//! Editing a profile: each field by its rule in section 5 of the specification, all fields at once.

use chrono::NaiveDate;
use manao_domain::names::{self, Script};
use manao_domain::profile::{EducationLevel, Gender, StudentType};
use manao_domain::thai_id::ThaiId;
use manao_domain::{email, numeric, profile as rules};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::load::{Profile, belongs_to, load};
use super::places::{self, Address};
use super::today;
use crate::files::{self, Dir};
use crate::user_log::{self, Kind};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Form, Lang, Problem, codes};
use manao_kernel::sealing::Sealer;

/// The whole new profile: absent or empty fields are removed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileEdit {
    #[schema(extensions(("maxLength" = json!(rules::DISPLAY_NAME))))]
    display_name: String,
    /// A link returned by the upload to `profile`, or the current one
    picture: Option<String>,
    first_name_th: Option<String>,
    last_name_th: Option<String>,
    first_name_en: Option<String>,
    last_name_en: Option<String>,
    nickname: Option<String>,
    /// `2008-02-29`
    birthday: Option<String>,
    /// `male`, `female`, `other` or `undisclosed`
    gender: Option<String>,
    #[schema(extensions(("maxLength" = json!(rules::LINE))))]
    occupation: Option<String>,
    /// Cannot be changed once verified
    email: Option<String>,
    #[schema(extensions(("maxLength" = json!(rules::ADDRESS))))]
    address: Option<String>,
    sub_district: Option<String>,
    district: Option<String>,
    province: Option<String>,
    zip_code: Option<String>,
    /// `student` or `general`
    student_type: Option<String>,
    /// `school` or `university`; needed for students
    education_level: Option<String>,
    /// From the list of organisations, of that level
    academy_id: Option<i64>,
    /// Name of an institution that is not in the list; instead of `academyId`
    #[schema(extensions(("maxLength" = json!(rules::LINE))))]
    academy_unlisted: Option<String>,
    #[schema(extensions(("maxLength" = json!(rules::LINE))))]
    workplace: Option<String>,
    id_card_number: Option<String>,
    student_card_number: Option<String>,
    /// Version that was loaded
    version: i64,
}

/// A profile whose fields passed the rules.
struct CheckedProfile {
    display_name: String,
    first_name_th: Option<String>,
    last_name_th: Option<String>,
    first_name_en: Option<String>,
    last_name_en: Option<String>,
    nickname: Option<String>,
    birthday: Option<NaiveDate>,
    gender: Option<Gender>,
    occupation: Option<String>,
    email: Option<String>,
    address: Option<String>,
    sub_district: Option<String>,
    district: Option<String>,
    province: Option<String>,
    zip_code: Option<String>,
    student_type: Option<StudentType>,
    education_level: Option<EducationLevel>,
    academy_id: Option<i64>,
    academy_unlisted: Option<String>,
    workplace: Option<String>,
    id_card: Option<ThaiId>,
    student_card: Option<String>,
}

impl CheckedProfile {
    fn place(&self) -> Address<'_> {
        Address {
            province: self.province.as_deref(),
            district: self.district.as_deref(),
            sub_district: self.sub_district.as_deref(),
            zip_code: self.zip_code.as_deref(),
        }
    }
}

fn check(edit: &ProfileEdit, today: NaiveDate) -> (Option<CheckedProfile>, Form) {
    let mut form = Form::default();
    let thai = |text: &str| names::parse_in(text, Script::Thai);
    let latin = |text: &str| names::parse_in(text, Script::Latin);
    let line = |longest| move |text: &str| rules::line(text, longest);
    let display_name = form.field("displayName", rules::display_name(&edit.display_name));
    let student_type = form.one_of("studentType", edit.student_type.as_deref());
    let student = student_type == Some(StudentType::Student);
    let education_level = match edit.education_level.as_deref().filter(|_| student) {
        Some(level) if !level.is_empty() => form.one_of("educationLevel", Some(level)),
        _ if student => {
            form.refuse("educationLevel", codes::field_required);
            None
        }
        _ => None,
    };
    let checked = CheckedProfile {
        display_name: display_name.unwrap_or_default(),
        first_name_th: form.optional("firstNameTh", edit.first_name_th.as_deref(), thai),
        last_name_th: form.optional("lastNameTh", edit.last_name_th.as_deref(), thai),
        first_name_en: form.optional("firstNameEn", edit.first_name_en.as_deref(), latin),
        last_name_en: form.optional("lastNameEn", edit.last_name_en.as_deref(), latin),
        nickname: form.optional("nickname", edit.nickname.as_deref(), names::parse),
        birthday: form.optional("birthday", edit.birthday.as_deref(), |text| rules::birthday(text, today)),
        gender: form.one_of("gender", edit.gender.as_deref()),
        occupation: form.optional("occupation", edit.occupation.as_deref(), line(rules::LINE)).flatten(),
        email: form.optional("email", edit.email.as_deref(), email::parse),
        address: form.optional("address", edit.address.as_deref(), line(rules::ADDRESS)).flatten(),
        sub_district: form.optional("subDistrict", edit.sub_district.as_deref(), line(rules::LINE)).flatten(),
        district: form.optional("district", edit.district.as_deref(), line(rules::LINE)).flatten(),
        province: form.optional("province", edit.province.as_deref(), line(rules::LINE)).flatten(),
        zip_code: form.optional("zipCode", edit.zip_code.as_deref(), numeric::zip_code),
        student_type,
        education_level,
        academy_id: edit.academy_id.filter(|_| student),
        academy_unlisted: form
            .optional(
                "academyUnlisted",
                edit.academy_unlisted.as_deref().filter(|_| student && edit.academy_id.is_none()),
                line(rules::LINE),
            )
            .flatten(),
        workplace: form.optional("workplace", edit.workplace.as_deref(), line(rules::LINE)).flatten(),
        id_card: form.optional("idCardNumber", edit.id_card_number.as_deref(), ThaiId::parse),
        student_card: form.optional(
            "studentCardNumber",
            edit.student_card_number.as_deref().filter(|_| student),
            rules::student_card,
        ),
    };
    ((!form.is_refused()).then_some(checked), form)
}

/// Writes the profile if it has not changed since it was loaded.
///
/// # Errors
///
/// `fields_invalid` with a code for each refused field; `profile_changed` with the current `profile`.
pub async fn edit(app: &App, user_id: i64, edit: &ProfileEdit, lang: Lang) -> Result<Profile, Problem> {
    let (checked, mut form) = check(edit, today(app));
    let mut change = app.change().await?;
    // Lock first, read after: a statement that waits for a lock continues with the snapshot it had before.
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    let before = sqlx::query!(
        r#"select u.picture, u.email::text as email, u.email_verified_at is not null as "email_verified!",
                  p.province as "province?", p.district as "district?", p.sub_district as "sub_district?", p.zip_code as "zip_code?",
                  coalesce(p.version, 0) as "version!", p.id_card_sealed as "id_card_sealed?", p.student_card_sealed as "student_card_sealed?"
           from people.users u left join people.profiles p on p.user_id = u.id where u.id = $1"#,
        user_id,
    )
    .fetch_one(change.conn())
    .await?;
    if before.version != edit.version {
        drop(change);
        let now = load(app, user_id, lang).await?;
        return Err(Problem::new(codes::profile_changed).with("profile", now));
    }
    let (email_fixed, email_gone) = match &checked {
        Some(checked) if before.email_verified => (checked.email.is_some() && !same_email(&checked.email, &before.email), true),
        _ => (false, false),
    };
    if email_fixed {
        form.refuse("email", codes::email_fixed);
    }
    if let Some(checked) = &checked {
        let stood = Address {
            province: before.province.as_deref(),
            district: before.district.as_deref(),
            sub_district: before.sub_district.as_deref(),
            zip_code: before.zip_code.as_deref(),
        };
        places::check(checked.place(), stood, &mut form);
    }
    let academy = checked.as_ref().and_then(|checked| checked.academy_id.zip(checked.education_level));
    if let Some((id, level)) = academy {
        let known = sqlx::query_scalar!(
            r#"select exists (select from people.organizations where id = $1 and type = $2) as "known!""#,
            id,
            level.as_str()
        )
        .fetch_one(change.conn())
        .await?;
        if !known {
            form.refuse("academyId", codes::organization_unknown);
        }
    }
    let picture = edit.picture.as_deref().filter(|link| !link.is_empty());
    let new_picture = picture != before.picture.as_deref();
    if new_picture
        && let Some(link) = picture
        && !files::keep(&mut change, user_id, Dir::Profile, link).await?
    {
        form.refuse("picture", codes::field_invalid);
    }
    form.check()?;
    let Some(mut checked) = checked else { return Err(Problem::internal("neither checked nor refused")) };
    if email_gone {
        checked.email = before.email;
    }
    let sealed = Sealed {
        id_card: sealed(app, user_id, "id_card", checked.id_card.as_ref().map(ThaiId::digits), before.id_card_sealed)?,
        student_card: sealed(
            app,
            user_id,
            "student_card",
            checked.student_card.as_deref(),
            // A student card is kept only for a student.
            before.student_card_sealed.filter(|_| checked.student_type == Some(StudentType::Student)),
        )?,
    };
    write(&mut change, user_id, &checked, sealed, picture, before.version + 1).await?;
    if new_picture {
        if let Some(old) = &before.picture {
            files::release(&mut change, user_id, old).await?;
        }
        user_log::write(&mut change, user_id, Kind::PictureChanged, json!({})).await?;
    }
    user_log::write(&mut change, user_id, Kind::ProfileEdited, json!({})).await?;
    change.commit().await?;
    load(app, user_id, lang).await
}

fn same_email(one: &Option<String>, other: &Option<String>) -> bool {
    let small = |email: &Option<String>| email.as_deref().map(str::to_lowercase);
    small(one) == small(other)
}

/// Card numbers as they are stored, encrypted.
struct Sealed {
    id_card: Option<Vec<u8>>,
    student_card: Option<Vec<u8>>,
}

/// Returns the number, encrypted. An empty number removes the stored one, unless that cannot be decrypted: its owner was shown none and so
/// removed nothing, and the right key may come back.
fn sealed(
    app: &App,
    user_id: i64,
    what: &str,
    number: Option<&str>,
    before: Option<Vec<u8>>,
) -> Result<Option<Vec<u8>>, Problem> {
    let (sealer, owner) = (Sealer::from_app(app)?, belongs_to(user_id, what));
    match number {
        Some(number) => Ok(Some(sealer.seal(number.as_bytes(), &owner)?)),
        None => Ok(before.filter(|before| sealer.open(before, &owner).is_err())),
    }
}

async fn write(
    change: &mut Change,
    user_id: i64,
    checked: &CheckedProfile,
    sealed: Sealed,
    picture: Option<&str>,
    version: i64,
) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "update people.users set display_name = $2, picture = $3, email = $4::text::citext, version = version + 1 where id = $1",
        user_id,
        checked.display_name,
        picture,
        checked.email,
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "insert into people.profiles (user_id, first_name_th, last_name_th, first_name_en, last_name_en, nickname, birthday, gender, occupation,
                               address, sub_district, district, province, zip_code, student_type, education_level, academy_id,
                               workplace, id_card_sealed, student_card_sealed, version, updated_at, academy_unlisted)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
         on conflict (user_id) do update set
           first_name_th = excluded.first_name_th, last_name_th = excluded.last_name_th, first_name_en = excluded.first_name_en,
           last_name_en = excluded.last_name_en, nickname = excluded.nickname, birthday = excluded.birthday,
           gender = excluded.gender, occupation = excluded.occupation, address = excluded.address,
           sub_district = excluded.sub_district, district = excluded.district, province = excluded.province,
           zip_code = excluded.zip_code, student_type = excluded.student_type, education_level = excluded.education_level,
           academy_id = excluded.academy_id, workplace = excluded.workplace, id_card_sealed = excluded.id_card_sealed,
           student_card_sealed = excluded.student_card_sealed, version = excluded.version, updated_at = excluded.updated_at,
           academy_unlisted = excluded.academy_unlisted",
        user_id,
        checked.first_name_th,
        checked.last_name_th,
        checked.first_name_en,
        checked.last_name_en,
        checked.nickname,
        checked.birthday,
        checked.gender.map(Gender::as_str),
        checked.occupation,
        checked.address,
        checked.sub_district,
        checked.district,
        checked.province,
        checked.zip_code,
        checked.student_type.map(StudentType::as_str),
        checked.education_level.map(EducationLevel::as_str),
        checked.academy_id,
        checked.workplace,
        sealed.id_card,
        sealed.student_card,
        version,
        now,
        checked.academy_unlisted,
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

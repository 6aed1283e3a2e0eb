//! Requirements that a user lacks before they may apply.
//!
//! A promoter sees other people's evidence and is responsible for a tournament. Operators therefore have to know who it is: name,
//! birthday, address, ID-card number, and a number confirmed to be theirs (KYC). Contact details are already verified, or the guard
//! refuses.

use sqlx::PgConnection;

use crate::pages::PROMOTER;
use crate::promoters::PROMOTER_TERMS_VERSION;
use manao_kernel::problem::{Code, Problem, codes};
use manao_people::pages::{DASHBOARD, PROFILE};

pub struct MissingDetails {
    /// Fields of the profile, by their names there
    pub fields: Vec<&'static str>,
    pub kyc: bool,
    pub terms: bool,
}

impl MissingDetails {
    pub async fn load(conn: &mut PgConnection, user_id: i64) -> Result<Self, sqlx::Error> {
        let row = sqlx::query!(
            r#"select coalesce(p.first_name_th, '') <> '' as "first_name_th!", coalesce(p.last_name_th, '') <> '' as "last_name_th!",
                      coalesce(p.first_name_en, '') <> '' and coalesce(p.last_name_en, '') <> '' as "english!",
                      p.birthday is not null as "birthday!", coalesce(p.address, '') <> '' as "address!",
                      coalesce(p.sub_district, '') <> '' as "sub_district!", coalesce(p.district, '') <> '' as "district!",
                      coalesce(p.province, '') <> '' as "province!", coalesce(p.zip_code, '') <> '' as "zip_code!",
                      p.id_card_sealed is not null as "id_card!",
                      exists (select from people.kyc_numbers k where k.user_id = u.id and k.replaced_at is null) as "kyc!",
                      exists (select from esports.promoter_terms_acceptances a where a.user_id = u.id and a.version = $2) as "terms!"
               from people.users u left join people.profiles p on p.user_id = u.id where u.id = $1"#,
            user_id,
            PROMOTER_TERMS_VERSION
        )
        .fetch_one(conn)
        .await?;
        // The name in one of the two languages is enough.
        let needed = [
            ("firstNameTh", row.first_name_th || row.english),
            ("lastNameTh", row.last_name_th || row.english),
            ("birthday", row.birthday),
            ("address", row.address),
            ("subDistrict", row.sub_district),
            ("district", row.district),
            ("province", row.province),
            ("zipCode", row.zip_code),
            ("idCardNumber", row.id_card),
        ];
        let fields = needed.iter().filter(|(_, there)| !there).map(|(field, _)| *field).collect();
        Ok(Self { fields, kyc: !row.kyc, terms: !row.terms })
    }

    /// Returns each lack, with the page that resolves it.
    pub fn codes(&self) -> impl Iterator<Item = (Code, &'static str)> {
        let all = [
            (!self.fields.is_empty(), codes::promoter_profile_incomplete, PROFILE.path()),
            (self.kyc, codes::promoter_kyc_required, DASHBOARD.path()),
            (self.terms, codes::promoter_terms_required, PROMOTER.path()),
        ];
        all.into_iter().filter(|(lacks, ..)| *lacks).map(|(_, code, page)| (code, page))
    }

    /// # Errors
    /// 409 with the first lack, and `missingFields` of the profile.
    pub fn check(&self) -> Result<(), Problem> {
        match self.codes().next() {
            Some((code, _)) => Err(Problem::new(code).with("missingFields", &self.fields)),
            None => Ok(()),
        }
    }
}

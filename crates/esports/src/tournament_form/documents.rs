//! Kinds of evidence.

use axum::extract::State;
use manao_domain::document::DocumentKind;
use serde::Serialize;
use utoipa::ToSchema;

use crate::things::EVIDENCE_KEPT;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Problem};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormDocuments {
    items: Vec<FormDocument>,
    /// Accepted file extensions
    accepted: Vec<&'static str>,
    /// Largest size of a file, in megabytes
    most_mb: u32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormDocument {
    kind: DocumentKind,
    name: String,
    /// The reason why it is required
    why: String,
    /// Days after the tournament in which its staff may view it
    kept_days: i64,
}

/// Kinds of evidence that a tournament may ask for
#[utoipa::path(get, path = "/tournament/form/create/list/document", tag = "esports", responses((status = 200, body = FormDocuments)))]
pub async fn list_documents(State(app): State<App>, lang: Lang) -> Result<Json<FormDocuments>, Problem> {
    let items = DocumentKind::ALL.iter().map(|kind| {
        let (name, why) = words(*kind);
        FormDocument {
            kind: *kind,
            name: lang.pick(name.0, name.1).to_owned(),
            why: lang.pick(why.0, why.1).to_owned(),
            kept_days: EVIDENCE_KEPT.num_days(),
        }
    });
    let accepted = vec![".jpg", ".jpeg", ".png"];
    Ok(Json(FormDocuments { items: items.collect(), accepted, most_mb: app.settings.upload_picture_mb }))
}

/// Thai and English.
type Words = (&'static str, &'static str);

/// Returns the name, and the reason why it is required.
fn words(kind: DocumentKind) -> (Words, Words) {
    match kind {
        DocumentKind::IdCard => (
            ("บัตรประชาชน", "ID card"),
            ("ยืนยันว่าผู้เล่นเป็นตัวจริงและมีอายุตามเกณฑ์", "Shows that the player is who they say, and old enough"),
        ),
        DocumentKind::StudentCard => {
            (("บัตรนักเรียนหรือนักศึกษา", "Student card"), ("ยืนยันสถาบันที่ผู้เล่นเรียนอยู่", "Shows where the player studies"))
        }
        DocumentKind::SchoolCertificate => (
            ("หนังสือรับรองจากสถาบัน", "Certificate of the school or university"),
            (
                "ใช้แทนบัตรนักเรียน หรือยืนยันว่ากำลังเรียนอยู่ในปีนี้",
                "Takes the place of a student card, or shows that the player studies there this year",
            ),
        ),
        DocumentKind::ParentalConsent => (
            ("หนังสือยินยอมจากผู้ปกครอง", "Consent of a parent"),
            ("ผู้เล่นที่อายุไม่ถึง 18 ปีต้องได้รับความยินยอมก่อนแข่ง", "Players under 18 need it to compete"),
        ),
        DocumentKind::WorkplaceCard => (("บัตรพนักงาน", "Staff card"), ("ยืนยันองค์กรที่ผู้เล่นทำงานอยู่", "Shows where the player works")),
        DocumentKind::Other => {
            (("เอกสารอื่น", "Another document"), ("ตามที่ผู้จัดระบุไว้ในกติกา", "As the organizer asks for it in the rules"))
        }
    }
}

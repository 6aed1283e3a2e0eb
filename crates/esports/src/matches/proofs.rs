//! Proofs of reports, and whether their pictures were used before.

use std::collections::HashMap;

use sqlx::PgConnection;

use super::view::{ReportProof, ReusedProof};
use manao_kernel::problem::{Lang, Problem};

/// Bits in which the likeness of two copies of a picture may differ, for instance after another compression.
const ALIKE: i32 = 6;
/// Most proofs of the same tournament that a picture is compared with, the newest first.
const COMPARED: i64 = 5_000;

/// Returns the proofs of these reports, in the order given. Staff also see earlier uses as a proof: of the same file anywhere, and of a
/// similar picture in this tournament.
pub async fn load(
    conn: &mut PgConnection,
    report_ids: &[i64],
    staff: bool,
    lang: Lang,
) -> Result<HashMap<i64, Vec<ReportProof>>, Problem> {
    let rows = sqlx::query!(
        r#"select f.report_id, p.id, p.width, p.height, used.match_id as "used_in?", used.label as "used_label?",
                  used.name_th as "used_th?", used.name_en as "used_en?"
           from esports.match_proofs f join esports.match_reports r on r.id = f.report_id join esports.room_pictures p on p.id = f.picture_id
           join esports.matches m on m.id = r.match_id
           left join lateral (
             select o.match_id, coalesce(om.label, om.number) as label, t.name_th, t.name_en
             from (select q.match_id from esports.room_pictures q
                   where q.sha256 = p.sha256 and q.match_id <> m.id and exists
                     (select from esports.match_proofs u where u.picture_id = q.id and u.report_id < r.id)
                   union all
                   select near.match_id from (
                     select q.match_id, q.likeness from esports.matches nm join esports.room_pictures q on q.match_id = nm.id
                     join esports.match_proofs u on u.picture_id = q.id
                     where nm.tournament_id = m.tournament_id and nm.id <> m.id and u.report_id < r.id
                     order by u.report_id desc limit $4) near
                   where bit_count((near.likeness # p.likeness)::bit(64)) <= $3::int) o
             join esports.matches om on om.id = o.match_id join esports.tournaments t on t.id = om.tournament_id
             order by o.match_id limit 1) used on $2
           where f.report_id = any($1) order by f.report_id, f.position"#,
        report_ids,
        staff,
        ALIKE,
        COMPARED
    )
    .fetch_all(conn)
    .await?;
    let mut proofs: HashMap<i64, Vec<ReportProof>> = HashMap::new();
    for row in rows {
        let reused_in = row.used_in.map(|match_id| ReusedProof {
            match_id,
            label: row.used_label.map(|label| label.to_string()),
            tournament_name: lang.pick(row.used_th, row.used_en).unwrap_or_default(),
        });
        let proof = ReportProof { id: row.id, width: row.width, height: row.height, reused_in };
        proofs.entry(row.report_id).or_default().push(proof);
    }
    Ok(proofs)
}

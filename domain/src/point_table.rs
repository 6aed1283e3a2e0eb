//! The points for the places of one survivor map. A table is identified by its code, which games offer and stages store.

pub struct PointTable {
    pub code: &'static str,
    pub name_th: &'static str,
    pub name_en: &'static str,
    /// Points by place, from the first; places below have none
    pub points: &'static [i32],
    pub kill_points: i32,
}

/// The tables in common use.
const TABLES: &[PointTable] = &[
    PointTable {
        code: "ff_12",
        name_th: "Free Fire 12 ทีม",
        name_en: "Free Fire, 12 teams",
        points: &[12, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        kill_points: 1,
    },
    PointTable {
        code: "pubgm_16",
        name_th: "PUBG Mobile 16 ทีม",
        name_en: "PUBG Mobile, 16 teams",
        points: &[10, 6, 5, 4, 3, 2, 1, 1],
        kill_points: 1,
    },
    PointTable {
        code: "pubgm_classic_16",
        name_th: "PUBG Mobile แบบเดิม 16 ทีม",
        name_en: "PUBG Mobile classic, 16 teams",
        points: &[15, 12, 10, 8, 6, 4, 2, 1, 1, 1, 1, 1],
        kill_points: 1,
    },
    PointTable {
        code: "pubgm_pmco_16",
        name_th: "PUBG Mobile แบบ PMCO 16 ทีม",
        name_en: "PUBG Mobile PMCO, 16 teams",
        points: &[20, 14, 10, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1],
        kill_points: 1,
    },
];

pub fn find(code: &str) -> Option<&'static PointTable> {
    TABLES.iter().find(|table| table.code == code)
}

impl PointTable {
    /// Returns the points of one map, by the place from 1.
    pub fn score(&self, place: usize, kills: i32) -> i32 {
        let place = place.checked_sub(1).and_then(|index| self.points.get(index)).copied().unwrap_or_default();
        place + kills * self.kill_points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_map_under_every_table() {
        let map = [9, 4, 6, 3, 0, 5, 2, 1, 0, 3, 1, 0];
        for (code, totals) in [
            ("ff_12", [21, 13, 14, 10, 6, 10, 6, 4, 2, 4, 1, 0]),
            ("pubgm_16", [19, 10, 11, 7, 3, 7, 3, 2, 0, 3, 1, 0]),
            ("pubgm_classic_16", [24, 16, 16, 11, 6, 9, 4, 2, 1, 4, 2, 1]),
            ("pubgm_pmco_16", [29, 18, 16, 11, 7, 11, 7, 5, 3, 5, 2, 1]),
        ] {
            let table = find(code).unwrap();
            let scored: Vec<i32> = (1..).zip(map).map(|(place, kills)| table.score(place, kills)).collect();
            assert_eq!(scored, totals, "{code}");
            assert!(table.points.is_sorted_by(|better, worse| better >= worse), "{code}");
        }
        assert!(find("none").is_none());
        assert_eq!(find("ff_12").map(|table| (table.score(0, 0), table.score(99, 2))), Some((0, 2)));
    }
}

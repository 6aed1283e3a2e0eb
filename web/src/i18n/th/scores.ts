export default {
  champion: 'แชมป์',
  last: 'ผลล่าสุด',
  leader: 'นำอยู่',
  versus: 'พบกับ',
  points_other: '{{count}} แต้ม',
  playing_other: 'กำลังแข่ง {{count}} คู่',
}

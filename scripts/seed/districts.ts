/** A district of a city. All byProvince of the list have different names. */
export interface District {
  readonly province: string;
  readonly city: string;
  readonly area: string;
}

/** Cities with some of their byProvince, by province. */
const byProvince: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  北京市: { 北京市: ['海淀区', '东城区', '西城区', '丰台区', '石景山区', '通州区', '顺义区', '昌平区'] },
  上海市: { 上海市: ['徐汇区', '静安区', '杨浦区', '虹口区', '闵行区', '嘉定区', '浦东新区', '松江区'] },
  天津市: { 天津市: ['南开区', '河西区', '河东区', '津南区'] },
  重庆市: { 重庆市: ['渝中区', '沙坪坝区', '九龙坡区', '北碚区'] },
  四川省: { 成都市: ['锦江区', '青羊区', '武侯区', '成华区'], 绵阳市: ['涪城区', '游仙区'] },
  浙江省: { 杭州市: ['西湖区', '拱墅区', '滨江区', '余杭区'], 宁波市: ['海曙区', '鄞州区'] },
  江苏省: { 南京市: ['玄武区', '秦淮区', '建邺区'], 苏州市: ['姑苏区', '吴中区', '相城区'] },
  广东省: { 广州市: ['越秀区', '天河区', '荔湾区'], 深圳市: ['福田区', '罗湖区', '盐田区'] },
  湖北省: { 武汉市: ['武昌区', '江岸区', '洪山区', '汉阳区'] },
  陕西省: { 西安市: ['雁塔区', '碑林区', '莲湖区', '未央区'] },
  山东省: { 青岛市: ['市南区', '崂山区'], 济南市: ['历下区', '槐荫区'] },
  福建省: { 厦门市: ['思明区', '湖里区'], 福州市: ['台江区', '晋安区'] },
};

/** All byProvince, in a fixed order. */
export const districts: readonly District[] = Object.entries(byProvince).flatMap(([province, cities]) =>
  Object.entries(cities).flatMap(([city, areas]) => areas.map((area) => ({ province, city, area }))),
);

/** Names of streets that most cities have. */
export const streets: readonly string[] = (
  '人民路 解放路 建设路 中山路 文化路 和平路 新华路 胜利街 朝阳街 光明路 学府路 育才街 ' +
  '书院街 文昌路 迎宾路 滨河路 友谊路 长江路 黄河路 青年路 振兴街 幸福路 健康路 体育路'
).split(' ');
